import { Button, Group } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

/** What a list of pages tells of itself. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Reads the next page of a list, as long as there is one. */
export const MoreButton = ({ pages }: { pages: Pages }) =>
  pages.hasNextPage ? (
    <Group justify="center">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {sharedTexts.more}
      </Button>
    </Group>
  ) : null;
