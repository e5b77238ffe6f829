import { Button, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { oauthClientsTexts } from '../../texts/oauth-clients.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { linesOf } from './redirect-lines.ts';
import type { ViewedClient } from './viewed-client.ts';

const { page: texts, issue } = oauthClientsTexts;
type Client = ViewedClient['client'];

/** The app's redirect URIs, set by an administrator or by the app's metadata document. */
export const RedirectsPanel = ({ client }: { client: Client }) => (
  <Panel title={texts.redirects}>
    {client.source === 'administrator' ? <RedirectsForm client={client} /> : <Approved client={client} />}
  </Panel>
);

const Approved = ({ client }: { client: Client }) => (
  <Stack gap="xs">
    <Text size="sm">{client.redirect_uris.length === 0 ? texts.noneApproved : texts.fromDocument}</Text>
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {client.redirect_uris.map((uri) => (
        <List.Item key={uri}>{uri}</List.Item>
      ))}
    </List>
  </Stack>
);

function RedirectsForm({ client: { id, redirect_uris: present } }: { client: Client }) {
  const [typed, setTyped] = useState(present.join('\n'));
  const save = useChange('PATCH /oauth-clients/:id', ['GET /oauth-clients', 'GET /oauth-clients/:id']);
  const wanted = linesOf(typed);
  const isChanged = wanted.join('\n') !== present.join('\n');
  useUnsavedChanges(isChanged);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate(
      { params: { id }, body: { redirect_uris: wanted } },
      { onSuccess: () => showSuccess(texts.saved) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Textarea
          aria-label={texts.redirects}
          description={issue.redirectsHelp}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autosize
          minRows={2}
        />
        {save.error && <ErrorNotice error={save.error} title={sharedTexts.failedChange} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged || wanted.length === 0}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
