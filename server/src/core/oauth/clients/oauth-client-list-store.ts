import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { OAuthClientId, WorkspaceId } from '../../../lib/ids.ts';
import type { OAuthClient } from './oauth-client.ts';
import { type ClientRow, toClient } from './oauth-client-store.ts';

export interface ListedOAuthClient extends OAuthClient {
  readonly createdAt: Date;
  /** The number of active grants. */
  readonly grants: number;
  readonly lastUsedAt: Date | null;
}

type Row = ClientRow & { grants: number; last_used_at: Date | null };

const toListed = (row: Row): ListedOAuthClient => ({
  ...toClient(row),
  createdAt: row.created_at,
  grants: row.grants,
  lastUsedAt: row.last_used_at,
});

const clients = (condition: Statement, now: Date): Statement => sql`
  select k.workspace_id, k.id, k.client_id, k.source, k.name, k.scope, k.redirect_uris, k.secret_hash, k.metadata_hash,
         k.active, k.created_at, g.grants, g.last_used_at
  from oauth_clients k
  cross join lateral (
    select count(*) filter (where g.ended_at is null and g.expires_at > ${now}) as grants, max(g.last_used_at) as last_used_at
    from oauth_grants g where g.workspace_id = k.workspace_id and g.client_id = k.id) g
  where ${condition}`;

export async function selectClients(
  transaction: Transaction,
  workspace: WorkspaceId,
  now: Date,
): Promise<ListedOAuthClient[]> {
  const rows = await transaction.query<Row>(
    clients(sql`k.workspace_id = ${workspace} order by lower(k.name), k.id`, now),
  );
  return rows.map(toListed);
}

export async function selectOAuthClient(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: OAuthClientId,
  now: Date,
): Promise<ListedOAuthClient | undefined> {
  const row = await transaction.first<Row>(clients(sql`k.workspace_id = ${workspace} and k.id = ${id}`, now));
  return row && toListed(row);
}
