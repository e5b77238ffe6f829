import { Button, Group } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

/** The part of an infinite query's result that the button needs. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** A button that loads the list's next page. Hidden once the last page is loaded. */
export const MoreButton = ({ pages }: { pages: Pages }) =>
  pages.hasNextPage ? (
    <Group justify="center" py="xs">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {sharedTexts.more}
      </Button>
    </Group>
  ) : null;
