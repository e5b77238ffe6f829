import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { GrantId, OAuthClientId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { Grant } from './grant.ts';

type Row = Pick<
  Tables['oauth_grants'],
  'id' | 'user_id' | 'scope' | 'approved_at' | 'last_used_at' | 'expires_at'
> & {
  client: number;
  client_id: string;
  client_name: string;
  user_name: string;
  email: string;
};

const columns = sql`
  g.id, g.user_id, g.scope, g.approved_at, g.last_used_at, g.expires_at,
  k.id as client, k.client_id, k.name as client_name, u.name as user_name, u.email`;
const joined = sql`
  oauth_grants g
  join oauth_clients k on k.workspace_id = g.workspace_id and k.id = g.client_id
  join users u on u.workspace_id = g.workspace_id and u.id = g.user_id`;

const toGrant = (row: Row): Grant => ({
  id: row.id as GrantId,
  client: { id: row.client as OAuthClientId, clientId: row.client_id, name: row.client_name },
  user: { id: row.user_id as UserId, name: row.user_name, email: row.email },
  scope: row.scope as Scope,
  approvedAt: row.approved_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

/** Filters active grants by user email, app, and ID below `before`. Null matches all. */
export interface GrantFilter {
  readonly key: string | null;
  readonly client: OAuthClientId | null;
  readonly before: number | null;
}

/** Returns grants, newest first. */
export async function selectGrants(
  transaction: Transaction,
  workspace: WorkspaceId,
  { key, client, before, limit }: GrantFilter & { readonly limit: number },
  now: Date,
): Promise<Grant[]> {
  const rows = await transaction.query<Row>(sql`
    select ${columns} from ${joined}
    where g.workspace_id = ${workspace} and g.ended_at is null and g.expires_at > ${now}
      and (${key}::text is null or u.email_key = ${key}) and (${client}::bigint is null or g.client_id = ${client})
      and (${before}::bigint is null or g.id < ${before})
    order by g.id desc limit ${limit}`);
  return rows.map(toGrant);
}

export async function selectGrant(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: GrantId,
  now: Date,
): Promise<Grant | undefined> {
  const row = await transaction.first<Row>(sql`
    select ${columns} from ${joined}
    where g.workspace_id = ${workspace} and g.id = ${id} and g.ended_at is null and g.expires_at > ${now}`);
  return row && toGrant(row);
}

/** Returns a user's grants that haven't been revoked, including expired ones. */
export async function selectLiveOfUser(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
): Promise<{ readonly id: GrantId; readonly client: { readonly name: string } }[]> {
  const rows = await transaction.query<{ id: GrantId; name: string }>(sql`
    select g.id, k.name from oauth_grants g
    join oauth_clients k on k.workspace_id = g.workspace_id and k.id = g.client_id
    where g.workspace_id = ${workspace} and g.user_id = ${user} and g.ended_at is null order by g.id`);
  return rows.map(({ id, name }) => ({ id, client: { name } }));
}

export async function insertGrant(
  transaction: Transaction,
  workspace: WorkspaceId,
  { client, user, scope }: { client: OAuthClientId; user: UserId; scope: Scope },
  now: Date,
  expiresAt: Date,
): Promise<GrantId> {
  const { id } = await transaction.one<{ id: GrantId }>(sql`
    insert into oauth_grants (workspace_id, client_id, user_id, scope, approved_at, expires_at)
    values (${workspace}, ${client}, ${user}, ${scope}, ${now}, ${expiresAt}) returning id`);
  return id;
}

/** Revokes a grant and all its tokens. Returns false if the grant was already revoked. */
export async function updateEndedGrant(
  transaction: Transaction,
  workspace: WorkspaceId,
  id: GrantId,
  now: Date,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update oauth_grants set ended_at = ${now}, expires_at = least(expires_at, ${now}::timestamptz)
    where workspace_id = ${workspace} and id = ${id} and ended_at is null returning 1`);
  return rows.length > 0;
}

export async function selectOldestBeyond(
  transaction: Transaction,
  workspace: WorkspaceId,
  { client, user }: { client: OAuthClientId; user: UserId },
  most: number,
  now: Date,
): Promise<GrantId[]> {
  const rows = await transaction.query<{ id: GrantId }>(sql`
    select id from oauth_grants
    where workspace_id = ${workspace} and client_id = ${client} and user_id = ${user}
      and ended_at is null and expires_at > ${now}
    order by id desc offset ${most}`);
  return rows.map(({ id }) => id);
}
