import { Text } from '@mantine/core';
import { useState } from 'react';
import type { OperationName } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { usersTexts } from '../../texts/users.ts';
import { CredentialRow } from './credential-row.tsx';
import classes from './users.module.css';
import type { Credential, ViewedUser } from './viewed-user.ts';

const texts = usersTexts.credentials;
const stale: readonly OperationName[] = ['GET /users/:id', 'GET /users', 'GET /oauth-clients/:id'];

/** Lists all of a user's credentials and sessions, each with a button that revokes it. */
export function CredentialsPanel({ viewed: { user, credentials } }: { viewed: ViewedUser }) {
  const [ending, setEnding] = useState<Credential>();
  const end = useEnd(user.id);
  const kind = ending?.kind ?? 'session';
  return (
    <Panel title={texts.title} about={texts.about(credentials.length)}>
      {credentials.length === 0 && <Text size="sm">{texts.none}</Text>}
      {credentials.length > 0 && (
        <ul className={classes.list}>
          {credentials.map((one) => (
            <CredentialRow
              key={`${one.kind} ${one.id}`}
              user={user.id}
              credential={one}
              onEnd={() => setEnding(one)}
            />
          ))}
        </ul>
      )}
      <ConfirmModal
        isOpen={ending !== undefined}
        title={`${texts.end[kind].label(ending?.name ?? '')}?`}
        confirm={texts.end[kind].confirm}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          if (!ending) return;
          await end(ending);
          showSuccess(texts.ended);
        }}
      >
        {texts.endText[kind]}
      </ConfirmModal>
    </Panel>
  );
}

function useEnd(user: number): (credential: Credential) => Promise<unknown> {
  const key = useChange('DELETE /users/:id/api-key', stale);
  const client = useChange('DELETE /users/:id/api-clients/:client', stale);
  const grant = useChange('DELETE /grants/:id', stale);
  const session = useChange('DELETE /users/:id/sessions/:session', stale);
  return ({ kind, id }) => {
    if (kind === 'api_key') return key.mutateAsync({ params: { id: user } });
    if (kind === 'api_client') return client.mutateAsync({ params: { id: user, client: id } });
    if (kind === 'grant') return grant.mutateAsync({ params: { id } });
    return session.mutateAsync({ params: { id: user, session: id } });
  };
}
