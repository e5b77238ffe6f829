import type { OperationName } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { SettingAction, SettingRows } from '../../components/settings/setting-rows.tsx';
import { usersTexts } from '../../texts/users.ts';
import { CredentialRow } from './credential-row.tsx';
import type { Credential, ViewedUser } from './viewed-user.ts';

const texts = usersTexts.credentials;
const stale: readonly OperationName[] = ['GET /users/:id', 'GET /users', 'GET /oauth-clients/:id'];

/** Lists all of a user's credentials and sessions, each with a button that revokes it. */
export function CredentialsPanel({ viewed: { user, credentials } }: { viewed: ViewedUser }) {
  const end = useEnd(user.id);
  return (
    <SettingRows title={texts.title}>
      {credentials.length === 0 && (
        <SettingAction label={texts.none} help={texts.noneHelp}>
          {null}
        </SettingAction>
      )}
      {credentials.map((one) => (
        <CredentialRow key={`${one.kind} ${one.id}`} user={user.id} credential={one} onEnd={() => end(one)} />
      ))}
    </SettingRows>
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
