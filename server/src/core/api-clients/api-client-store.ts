import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { ApiClientId, UserId, WorkspaceId } from '../../lib/ids.ts';
import type { ApiClient, ClientLimits, Scope } from './api-client.ts';

type ClientRow = Pick<
  Tables['api_clients'],
  'id' | 'name' | 'scope' | 'active' | 'expires_at' | 'allowed_addresses'
>;
type Owner = ApiClient['user'];

const toClient = (row: ClientRow, user: Owner): ApiClient => ({
  id: row.id as ApiClientId,
  user,
  name: row.name,
  scope: row.scope as Scope,
  active: row.active,
  expiresAt: row.expires_at,
  allowedAddresses: row.allowed_addresses,
});

const columns = sql`id, name, scope, active, expires_at, allowed_addresses`;

export async function selectApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
  name: string,
): Promise<ApiClient | undefined> {
  const row = await transaction.first<ClientRow>(sql`
    select ${columns} from api_clients
    where workspace_id = ${workspace} and user_id = ${user.id} and name = ${name}`);
  return row && toClient(row, user);
}

/** Returns the API clients of all users, by user and name. */
export async function selectApiClients(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<ApiClient[]> {
  const rows = await transaction.query<ClientRow & { user_id: UserId; email: string }>(sql`
    select c.id, c.name, c.scope, c.active, c.expires_at, c.allowed_addresses, c.user_id, u.email
    from api_clients c join users u on u.workspace_id = c.workspace_id and u.id = c.user_id
    where c.workspace_id = ${workspace} order by u.email_key collate "C", c.name collate "C"`);
  return rows.map((row) => toClient(row, { id: row.user_id, email: row.email }));
}

export async function insertApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
  { name, scope, active, expiresAt, allowedAddresses }: Omit<ApiClient, 'id' | 'user'>,
  tokenHash: Buffer,
): Promise<ApiClient> {
  const row = await transaction.one<ClientRow>(sql`
    insert into api_clients (workspace_id, user_id, name, scope, token_hash, active, expires_at, allowed_addresses)
    values (${workspace}, ${user.id}, ${name}, ${scope}, ${tokenHash}, ${active}, ${expiresAt}, ${allowedAddresses})
    returning ${columns}`);
  return toClient(row, user);
}

export async function updateApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, active, expiresAt, allowedAddresses }: Pick<ApiClient, 'id' | 'active' | keyof ClientLimits>,
): Promise<void> {
  await transaction.query(sql`
    update api_clients set active = ${active}, expires_at = ${expiresAt}, allowed_addresses = ${allowedAddresses}
    where workspace_id = ${workspace} and id = ${id}`);
}

/**
 * Replaces the token. The replaced one is kept until `previousUntil`, or not at all if that is null. An earlier one is
 * forgotten.
 */
export async function updateToken(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApiClientId,
  tokenHash: Buffer,
  previousUntil: Date | null,
): Promise<void> {
  await transaction.query(sql`
    update api_clients set
      token_hash = ${tokenHash},
      previous_token_hash = case when ${previousUntil}::timestamptz is not null then token_hash end,
      previous_token_until = ${previousUntil},
      previous_token_used_at = null
    where workspace_id = ${workspace} and id = ${id}`);
}

export async function deleteApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApiClientId,
): Promise<void> {
  await transaction.query(sql`delete from api_clients where workspace_id = ${workspace} and id = ${id}`);
}

export interface ListedApiClient extends ApiClient {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Until when the token before the last rotation is accepted. It may be in the past. */
  readonly previousTokenUntil: Date | null;
  readonly previousTokenUsedAt: Date | null;
}

export async function selectClientsOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
): Promise<ListedApiClient[]> {
  const rows = await transaction.query<
    ClientRow &
      Pick<
        Tables['api_clients'],
        'created_at' | 'last_used_at' | 'previous_token_until' | 'previous_token_used_at'
      >
  >(sql`
    select ${columns}, created_at, last_used_at, previous_token_until, previous_token_used_at from api_clients
    where workspace_id = ${workspace} and user_id = ${user.id} order by id desc`);
  return rows.map((row) => ({
    ...toClient(row, user),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    previousTokenUntil: row.previous_token_until,
    previousTokenUsedAt: row.previous_token_used_at,
  }));
}

/** Locks the row, because the caller's next decision depends on its state. */
export async function selectClientById(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
  id: ApiClientId,
): Promise<ApiClient | undefined> {
  const row = await transaction.first<ClientRow>(sql`
    select ${columns} from api_clients
    where workspace_id = ${workspace} and user_id = ${user.id} and id = ${id} for update`);
  return row && toClient(row, user);
}
