import { Anchor, Button, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { ScrollingTable } from '../../components/page/scrolling-table.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { Name } from '../../components/values/name.tsx';
import { oauthClientsTexts } from '../../texts/oauth-clients.ts';
import classes from './oauth-clients.module.css';
import type { ViewedClient } from './viewed-client.ts';

const texts = oauthClientsTexts.grants;
type Grant = ViewedClient['grants'][number];

/** Lists the users who authorized the app, each with the last use and a button that revokes the authorization. */
export function GrantsPanel({ viewed: { client, grants } }: { viewed: ViewedClient }) {
  const [ending, setEnding] = useState<Grant>();
  const revoke = useChange('DELETE /grants/:id', [
    'GET /oauth-clients',
    'GET /oauth-clients/:id',
    'GET /users/:id',
  ]);
  const isPart = grants.length < client.grants;
  return (
    <Panel
      title={texts.title}
      {...(grants.length > 0 && {
        about: `${texts.about(client.grants)} ${isPart ? texts.first(grants.length) : ''}`,
      })}
    >
      {grants.length === 0 ? (
        <EmptyState isCompact title={texts.none} text={texts.noneHelp} guide="oauth.md" />
      ) : (
        <ScrollingTable label={texts.about(client.grants)} minWidth={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.user}</Table.Th>
              <Table.Th>{texts.approved}</Table.Th>
              <Table.Th>{texts.lastUse}</Table.Th>
              <Table.Th>{texts.ends}</Table.Th>
              <Table.Th>{texts.revoke}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {grants.map((grant) => (
              <GrantRow key={grant.id} grant={grant} onEnd={() => setEnding(grant)} />
            ))}
          </Table.Tbody>
        </ScrollingTable>
      )}
      <ConfirmModal
        isOpen={ending !== undefined}
        title={texts.revokeTitle(ending?.user.name ?? '')}
        confirm={texts.revoke}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          if (!ending) return;
          await revoke.mutateAsync({ params: { id: ending.id } });
          showSuccess(texts.revoked);
        }}
      >
        {texts.revokeText}
      </ConfirmModal>
    </Panel>
  );
}

/** Codes expire after ten minutes at most, tokens after more. */
const maxCodeMs = 600_000;

/** Whether the app has only a code so far: until it has exchanged the code for tokens, the end isn't known. */
const isConnecting = ({ approved_at, expires_at, last_used_at }: Omit<Grant, 'user'>) =>
  last_used_at === null && Date.parse(expires_at) - Date.parse(approved_at) <= maxCodeMs;

const GrantRow = ({ grant: { user, ...grant }, onEnd }: { grant: Grant; onEnd: () => void }) => (
  <Table.Tr>
    <Table.Td className={classes.words}>
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/settings/users/$id" params={{ id: String(user.id) }} {...props} />}
      >
        <Name>{user.name}</Name>
      </Anchor>
    </Table.Td>
    <Table.Td>
      <Moment at={grant.approved_at} />
    </Table.Td>
    <Table.Td>
      <Moment at={grant.last_used_at} />
    </Table.Td>
    <Table.Td>{isConnecting(grant) ? texts.connecting : <Moment at={grant.expires_at} />}</Table.Td>
    <Table.Td>
      <Button size="xs" variant="default" aria-label={texts.revokeLabel(user.name)} onClick={onEnd}>
        {texts.revoke}
      </Button>
    </Table.Td>
  </Table.Tr>
);
