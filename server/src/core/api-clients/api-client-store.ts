import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { ApiClientId, WorkspaceId } from '../../lib/ids.ts';
import type { ApiClient, Scope } from './api-client.ts';

type ClientRow = Pick<Tables['api_clients'], 'id' | 'name' | 'scope' | 'active'>;
type Owner = ApiClient['user'];

const toClient = (row: ClientRow, user: Owner): ApiClient => ({
  id: row.id as ApiClientId,
  user,
  name: row.name,
  scope: row.scope as Scope,
  active: row.active,
});

export async function selectApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
  name: string,
): Promise<ApiClient | undefined> {
  const row = await transaction.first<ClientRow>(sql`
    select id, name, scope, active from api_clients
    where workspace_id = ${workspace} and user_id = ${user.id} and name = ${name}`);
  return row && toClient(row, user);
}

export async function insertApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
  { name, scope, active }: Pick<ApiClient, 'name' | 'scope' | 'active'>,
  tokenHash: Buffer,
): Promise<ApiClient> {
  const row = await transaction.one<ClientRow>(sql`
    insert into api_clients (workspace_id, user_id, name, scope, token_hash, active)
    values (${workspace}, ${user.id}, ${name}, ${scope}, ${tokenHash}, ${active})
    returning id, name, scope, active`);
  return toClient(row, user);
}

export async function updateActive(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApiClientId,
  active: boolean,
): Promise<void> {
  await transaction.query(
    sql`update api_clients set active = ${active} where workspace_id = ${workspace} and id = ${id}`,
  );
}

export async function deleteApiClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApiClientId,
): Promise<void> {
  await transaction.query(sql`delete from api_clients where workspace_id = ${workspace} and id = ${id}`);
}

export type ListedApiClient = ApiClient & { readonly createdAt: Date; readonly lastUsedAt: Date | null };

export async function selectClientsOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: Owner,
): Promise<ListedApiClient[]> {
  const rows = await transaction.query<
    ClientRow & Pick<Tables['api_clients'], 'created_at' | 'last_used_at'>
  >(sql`
    select id, name, scope, active, created_at, last_used_at from api_clients
    where workspace_id = ${workspace} and user_id = ${user.id} order by id desc`);
  return rows.map((row) => ({
    ...toClient(row, user),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
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
    select id, name, scope, active from api_clients
    where workspace_id = ${workspace} and user_id = ${user.id} and id = ${id} for update`);
  return row && toClient(row, user);
}
