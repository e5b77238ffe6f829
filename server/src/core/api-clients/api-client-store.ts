import { sql } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { Transaction } from '../../db/transaction.ts';
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

export async function selectClient(
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

export async function insertClient(
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

export async function deleteClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: ApiClientId,
): Promise<void> {
  await transaction.query(sql`delete from api_clients where workspace_id = ${workspace} and id = ${id}`);
}
