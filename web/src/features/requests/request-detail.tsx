import { CloseButton, Drawer, Group, Title } from '@mantine/core';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { AcceptedDetail } from './accepted-detail.tsx';
import { RefusedDetail } from './refused-detail.tsx';
import { requestsPlace } from './search.ts';

const { detail: texts } = requestsTexts;

/** Shows the request whose ID is in the URL, in a drawer next to the list. */
export function RequestDetail() {
  const { open } = requestsPlace.useSearch();
  const navigate = requestsPlace.useNavigate();
  const close = () => void navigate({ search: ({ open: _, ...rest }) => rest });
  const refused = open?.startsWith('refused-') ? Number(open.slice('refused-'.length)) : undefined;
  const title = refused === undefined ? texts.title : texts.refusedTitle;
  return (
    <Drawer.Root opened={open !== undefined} onClose={close} position="right" size="lg">
      <Drawer.Overlay />
      <Drawer.Content aria-label={title}>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Title order={2}>{title}</Title>
            <CloseButton aria-label={texts.close} onClick={close} />
          </Group>
          {refused !== undefined && <RefusedDetail id={refused} />}
          {refused === undefined && open !== undefined && <AcceptedDetail id={open} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
