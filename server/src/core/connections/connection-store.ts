import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { ConnectionId, WorkspaceId } from '../../lib/ids.ts';
import type { Connection, ConnectionSettings } from './connection.ts';

const columns = sql`
  id, name, type, origin, username, header, grant_type, token_url, authorize_url, client_id, client_auth, scope,
  revision, connected_at, updated_at`;

type ConnectionRow = Pick<
  Tables['connections'],
  | 'id'
  | 'name'
  | 'type'
  | 'origin'
  | 'username'
  | 'header'
  | 'grant_type'
  | 'token_url'
  | 'authorize_url'
  | 'client_id'
  | 'client_auth'
  | 'scope'
  | 'revision'
  | 'connected_at'
  | 'updated_at'
>;

/** Returns exactly these properties, although the row may have more columns. */
const toConnection = (row: ConnectionRow): Connection => ({
  id: row.id as ConnectionId,
  name: row.name,
  type: row.type as Connection['type'],
  origin: row.origin,
  username: row.username,
  header: row.header,
  grant: row.grant_type as Connection['grant'],
  token_url: row.token_url,
  authorize_url: row.authorize_url,
  client_id: row.client_id,
  client_auth: row.client_auth as Connection['client_auth'],
  scope: row.scope,
  revision: row.revision,
  connectedAt: row.connected_at,
  updatedAt: row.updated_at,
});

const identified = (wanted: ConnectionId | string): Statement =>
  typeof wanted === 'string' ? sql`name = ${wanted}` : sql`id = ${wanted}`;

/** Returns the workspace's connections by ID. */
export async function selectConnections(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<Connection[]> {
  const rows = await transaction.query<ConnectionRow>(
    sql`select ${columns} from connections where workspace_id = ${workspace} order by id`,
  );
  return rows.map(toConnection);
}

export async function selectConnectionsNamed(
  transaction: Transaction,
  workspace: WorkspaceId,
  names: readonly string[],
): Promise<Connection[]> {
  const rows = await transaction.query<ConnectionRow>(
    sql`select ${columns} from connections where workspace_id = ${workspace} and name = any(${names})`,
  );
  return rows.map(toConnection);
}

/** Returns which of the names exist. Until the transaction ends, these connections can't be deleted or renamed. */
export async function lockConnections(
  transaction: Transaction,
  workspace: WorkspaceId,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await transaction.query<{ name: string }>(sql`
    select name from connections where workspace_id = ${workspace} and name = any(${names}) order by id for share`);
  return new Set(rows.map(({ name }) => name));
}

/** Reads a connection without locking it. */
export async function findStoredConnection(
  transaction: Transaction,
  workspace: WorkspaceId,
  wanted: ConnectionId | string,
): Promise<Connection | undefined> {
  const row = await transaction.first<ConnectionRow>(
    sql`select ${columns} from connections where workspace_id = ${workspace} and ${identified(wanted)}`,
  );
  return row && toConnection(row);
}

/** Locks the connection, because the caller's next decision depends on it. */
export async function selectConnectionForChange(
  transaction: Transaction,
  workspace: WorkspaceId,
  wanted: ConnectionId | string,
): Promise<(Connection & { readonly sealedSecret: string | null }) | undefined> {
  const row = await transaction.first<ConnectionRow & Pick<Tables['connections'], 'sealed_secret'>>(sql`
    select ${columns}, sealed_secret from connections
    where workspace_id = ${workspace} and ${identified(wanted)} for update`);
  return row && { ...toConnection(row), sealedSecret: row.sealed_secret };
}

/** @returns undefined if another connection has the name */
export async function insertConnection(
  transaction: Transaction,
  workspace: WorkspaceId,
  settings: ConnectionSettings,
  sealedSecret: string | null,
  now: Date,
): Promise<Connection | undefined> {
  const { name, type, origin, username, header, grant } = settings;
  const { token_url, authorize_url, client_id, client_auth, scope } = settings;
  const row = await transaction.first<ConnectionRow>(sql`
    insert into connections (workspace_id, name, type, origin, username, header, grant_type, token_url, authorize_url,
                             client_id, client_auth, scope, sealed_secret, updated_at)
    values (${workspace}, ${name}, ${type}, ${origin}, ${username}, ${header}, ${grant}, ${token_url}, ${authorize_url},
            ${client_id}, ${client_auth}, ${scope}, ${sealedSecret}, ${now})
    on conflict (workspace_id, name) do nothing
    returning ${columns}`);
  return row && toConnection(row);
}

/** Saves settings and discards the cached token. `isDisconnected` also ends the sign-in at the outside service. */
export async function updateConnection(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ConnectionId,
  settings: ConnectionSettings,
  { sealedSecret, isDisconnected, now }: { sealedSecret: string | null; isDisconnected: boolean; now: Date },
): Promise<Connection> {
  const { name, type, origin, username, header, grant } = settings;
  const { token_url, authorize_url, client_id, client_auth, scope } = settings;
  const row = await transaction.one<ConnectionRow>(sql`
    update connections set name = ${name}, type = ${type}, origin = ${origin}, username = ${username}, header = ${header},
      grant_type = ${grant}, token_url = ${token_url}, authorize_url = ${authorize_url}, client_id = ${client_id},
      client_auth = ${client_auth}, scope = ${scope}, sealed_secret = ${sealedSecret}, updated_at = ${now},
      revision = revision + 1, token_lease_until = null,
      sealed_access_token = case when ${isDisconnected} or sealed_refresh_token is not null or connected_at is null
                            then null else sealed_access_token end,
      sealed_refresh_token = case when ${isDisconnected} then null else sealed_refresh_token end,
      connected_at = case when ${isDisconnected} then null else connected_at end,
      sign_in_state_hash = null, sign_in_session_id = null, sealed_sign_in_verifier = null, sign_in_until = null
    where workspace_id = ${workspace} and id = ${id}
    returning ${columns}`);
  return toConnection(row);
}

export async function deleteStoredConnection(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ConnectionId,
): Promise<void> {
  await transaction.query(sql`delete from connections where workspace_id = ${workspace} and id = ${id}`);
}

/** Returns every connection's encrypted secret, by the connection's name. */
export function selectSealedSecrets(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<{ name: string; sealed_secret: string }[]> {
  return transaction.query(sql`
    select name, sealed_secret from connections
    where workspace_id = ${workspace} and sealed_secret is not null order by name`);
}
