import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { OAuthClientId, WorkspaceId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { OAuthClient } from './oauth-client.ts';

export type ClientRow = Tables['oauth_clients'];

const columns = sql`
  workspace_id, id, client_id, source, name, scope, redirect_uris, secret_hash, metadata_hash, active, created_at`;

export const toClient = (row: ClientRow): OAuthClient => ({
  id: row.id as OAuthClientId,
  clientId: row.client_id,
  source: row.source as OAuthClient['source'],
  name: row.name,
  scope: row.scope as Scope,
  redirectUris: row.redirect_uris,
  secretHash: row.secret_hash,
  metadataHash: row.metadata_hash,
  active: row.active,
});

export async function selectByClientId(
  transaction: Transaction,
  workspace: WorkspaceId,
  clientId: string,
): Promise<OAuthClient | undefined> {
  const row = await transaction.first<ClientRow>(
    sql`select ${columns} from oauth_clients where workspace_id = ${workspace} and client_id = ${clientId}`,
  );
  return row && toClient(row);
}

export async function selectOAuthClientByName(
  transaction: Transaction,
  workspace: WorkspaceId,
  name: string,
): Promise<OAuthClient | undefined> {
  const row = await transaction.first<ClientRow>(sql`
    select ${columns} from oauth_clients where workspace_id = ${workspace} and name = ${name} and source = 'administrator'`);
  return row && toClient(row);
}

/** Returns the workspace's apps by client ID. */
export async function selectOAuthClients(
  transaction: Transaction,
  workspace: WorkspaceId,
): Promise<OAuthClient[]> {
  const rows = await transaction.query<ClientRow>(sql`
    select ${columns} from oauth_clients where workspace_id = ${workspace}
    order by name collate "C", client_id collate "C"`);
  return rows.map(toClient);
}

/**
 * Returns undefined if another request created an app with this `client_id` first. The app can then be read.
 */
export async function insertOAuthClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  client: Omit<OAuthClient, 'id'>,
  now: Date,
): Promise<OAuthClient | undefined> {
  const row = await transaction.first<ClientRow>(sql`
    insert into oauth_clients (workspace_id, client_id, source, name, scope, redirect_uris, secret_hash, metadata_hash,
                               active, created_at)
    values (${workspace}, ${client.clientId}, ${client.source}, ${client.name}, ${client.scope}, ${client.redirectUris},
            ${client.secretHash}, ${client.metadataHash}, ${client.active}, ${now})
    on conflict (workspace_id, client_id) do nothing returning ${columns}`);
  return row && toClient(row);
}

export async function updateClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, name, redirectUris, metadataHash, active }: OAuthClient,
): Promise<void> {
  await transaction.query(sql`
    update oauth_clients set name = ${name}, redirect_uris = ${redirectUris}, metadata_hash = ${metadataHash},
                             active = ${active}
    where workspace_id = ${workspace} and id = ${id}`);
}

export async function deleteStoredClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: OAuthClientId,
): Promise<void> {
  await transaction.query(sql`delete from oauth_clients where workspace_id = ${workspace} and id = ${id}`);
}
