import type { Egress } from '../../lib/egress/egress.ts';
import { isHeaderValue } from '../../lib/header-text.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { Connection } from './connection.ts';
import { openConnectionSecret, resolveSecret, type SecretScope } from './connection-secret.ts';
import { findStoredConnection } from './connection-store.ts';
import { type AccessToken, getAccessToken, rejectToken } from './oauth/access-token.ts';
import { CredentialFailure } from './oauth/token-endpoint.ts';
import { selectSealedSecret } from './oauth/token-store.ts';

/** What a request carries. */
export interface Credential {
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every form of the credential that a server could echo. */
  readonly texts: readonly string[];
  /** Set if the credential is a token that can be replaced. */
  readonly token?: AccessToken;
}

/** A connection that a step is about to use. */
export interface OpenConnection {
  readonly connection: Connection;
  /** @throws CredentialFailure if there is no credential */
  credential(): Promise<Credential>;
  /** Discards a token that the server rejected with 401 (spec/connections §3.2). */
  reject(token: AccessToken): Promise<void>;
}

interface ConnectionUser {
  readonly context: Context;
  readonly egress: Egress;
  readonly workspace: WorkspaceId;
}

/** Opens a connection by name, as it is now. @returns undefined if it doesn't exist */
export async function openConnection(
  { context, egress, workspace }: ConnectionUser,
  name: string,
  scope: SecretScope,
): Promise<OpenConnection | undefined> {
  const found = await context.db.read(workspace, async (transaction) => {
    const connection = await findStoredConnection(transaction, workspace, name);
    const sealed = connection && (await selectSealedSecret(transaction, { workspace, id: connection.id }));
    return connection && { connection, sealed };
  });
  if (!found) return undefined;
  const { connection, sealed } = found;
  const address = { workspace, id: connection.id };
  const secret = () => {
    const target = connection.type === 'oauth2' ? (connection.token_url ?? '') : connection.origin;
    const source = openConnectionSecret(context.key, sealed ?? '');
    return resolveSecret(source, target, scope) ?? failed(connection);
  };
  return {
    connection,
    async credential() {
      if (connection.type === 'none') return { headers: {}, texts: [] };
      const value = secret();
      if (connection.type !== 'oauth2') return simpleCredential(connection, value);
      const token = await getAccessToken({ context, egress, address, connection, clientSecret: value });
      return { ...bearer(token.token), texts: [...bearer(token.token).texts, value], token };
    },
    reject: (token) => rejectToken({ context, address }, token),
  };
}

function simpleCredential(connection: Connection, secret: string): Credential {
  const { type, username, header } = connection;
  if (type === 'basic') {
    const pair = Buffer.from(`${username ?? ''}:${secret}`).toString('base64');
    return { headers: { authorization: `Basic ${pair}` }, texts: [`Basic ${pair}`, pair, secret] };
  }
  // Only a template can have such a result; other values are checked when they are saved.
  if (!isHeaderValue(secret)) return failed(connection);
  if (type === 'bearer') return bearer(secret);
  return {
    headers: { [(header ?? '').toLowerCase()]: secret },
    texts: [secret, ...secret.split(' ').slice(1)],
  };
}

const bearer = (token: string) => ({
  headers: { authorization: `Bearer ${token}` },
  texts: [`Bearer ${token}`, token],
});

function failed({ name }: Connection): never {
  throw new CredentialFailure(
    'unavailable',
    `The secret of the connection "${name}" is a template that failed or is empty.`,
  );
}
