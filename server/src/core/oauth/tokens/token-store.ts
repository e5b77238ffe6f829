import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { GrantId, OAuthClientId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';

/** A code or token with its grant. Both rows stay locked until the transaction ends. */
export interface Issued {
  readonly grant: GrantId;
  readonly client: OAuthClientId;
  readonly user: { readonly id: UserId; readonly name: string; readonly active: boolean };
  readonly scope: Scope;
  readonly approvedAt: Date;
  readonly endedAt: Date | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

export interface IssuedCode extends Issued {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly failures: number;
}

interface Row {
  grant_id: GrantId;
  client_id: OAuthClientId;
  user_id: UserId;
  user_name: string;
  user_active: boolean;
  scope: Scope;
  approved_at: Date;
  ended_at: Date | null;
  expires_at: Date;
  used_at: Date | null;
}

const toIssued = (row: Row): Issued => ({
  grant: row.grant_id,
  client: row.client_id,
  user: { id: row.user_id, name: row.user_name, active: row.user_active },
  scope: row.scope,
  approvedAt: row.approved_at,
  endedAt: row.ended_at,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
});

const columns = sql`
  g.id as grant_id, g.client_id, g.user_id, g.scope, g.approved_at, g.ended_at,
  u.name as user_name, u.active as user_active, i.expires_at, i.used_at`;
const joinedGrant = sql`
  join oauth_grants g on g.workspace_id = i.workspace_id and g.id = i.grant_id
  join users u on u.workspace_id = g.workspace_id and u.id = g.user_id`;

export async function lockCode(
  transaction: Transaction,
  workspace: WorkspaceId,
  hash: Buffer,
): Promise<IssuedCode | undefined> {
  const row = await transaction.first<
    Row & { redirect_uri: string; challenge: string; failures: number }
  >(sql`
    select ${columns}, i.redirect_uri, i.challenge, i.failures
    from oauth_codes i ${joinedGrant}
    where i.workspace_id = ${workspace} and i.code_hash = ${hash} for update of i, g`);
  if (!row) return undefined;
  return {
    ...toIssued(row),
    redirectUri: row.redirect_uri,
    challenge: row.challenge,
    failures: row.failures,
  };
}

export async function lockToken(
  transaction: Transaction,
  workspace: WorkspaceId,
  hash: Buffer,
): Promise<(Issued & { readonly kind: 'access' | 'refresh' }) | undefined> {
  const row = await transaction.first<Row & { kind: 'access' | 'refresh' }>(sql`
    select ${columns}, i.kind from oauth_tokens i ${joinedGrant}
    where i.workspace_id = ${workspace} and i.token_hash = ${hash} for update of i, g`);
  return row && { ...toIssued(row), kind: row.kind };
}

export async function insertCode(
  transaction: Transaction,
  workspace: WorkspaceId,
  hash: Buffer,
  code: { grant: GrantId; redirectUri: string; challenge: string; expiresAt: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into oauth_codes (workspace_id, code_hash, grant_id, redirect_uri, challenge, expires_at)
    values (${workspace}, ${hash}, ${code.grant}, ${code.redirectUri}, ${code.challenge}, ${code.expiresAt})`);
}

/**
 * Counts an attempt with a wrong verifier or redirect URI. After `most` attempts, the code is treated as
 * used.
 */
export async function updateFailures(
  transaction: Transaction,
  workspace: WorkspaceId,
  hash: Buffer,
  most: number,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update oauth_codes
    set failures = failures + 1, used_at = case when failures + 1 >= ${most} then ${now}::timestamptz end
    where workspace_id = ${workspace} and code_hash = ${hash} and used_at is null`);
}

/**
 * Marks the code or token as used and writes the new pair of tokens, in one statement that also ends the
 * transaction.
 */
export async function insertPair(
  transaction: Transaction,
  workspace: WorkspaceId,
  presented: { kind: 'code' | 'refresh'; hash: Buffer; grant: GrantId },
  pair: Record<'access' | 'refresh', { hash: Buffer; expiresAt: Date }>,
  now: Date,
): Promise<void> {
  const used =
    presented.kind === 'code'
      ? sql`update oauth_codes set used_at = ${now} where workspace_id = ${workspace} and code_hash = ${presented.hash}`
      : sql`update oauth_tokens set used_at = ${now} where workspace_id = ${workspace} and token_hash = ${presented.hash}`;
  await transaction.last(sql`
    with used as (${used}), kept as (
      update oauth_grants set expires_at = ${pair.refresh.expiresAt}
      where workspace_id = ${workspace} and id = ${presented.grant})
    insert into oauth_tokens (workspace_id, token_hash, kind, grant_id, expires_at)
    values (${workspace}, ${pair.access.hash}, 'access', ${presented.grant}, ${pair.access.expiresAt}),
           (${workspace}, ${pair.refresh.hash}, 'refresh', ${presented.grant}, ${pair.refresh.expiresAt})`);
}
