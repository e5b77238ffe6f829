import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { LeadId, UserId, WorkspaceId } from '../../lib/ids.ts';

/**
 * Takes a lock until the transaction ends, without waiting for it. Returns false if the same request is
 * already in flight.
 */
export async function tryLock(
  transaction: Transaction,
  workspace: WorkspaceId,
  requestHash: Buffer,
): Promise<boolean> {
  const { taken } = await transaction.one<{ taken: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${workspace}::text || ${requestHash.toString('hex')}, 0)) as taken`);
  return taken;
}

type Answer = Pick<Tables['idempotent_answers'], 'body_hash' | 'status' | 'body'>;

/** Returns the response stored for this key within the last 24 hours. */
export function selectStoredResponse(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  requestHash: Buffer,
): Promise<Answer | undefined> {
  return transaction.first<Answer>(sql`
    select body_hash, status, body from idempotent_answers
    where workspace_id = ${workspace} and user_id = ${user} and request_hash = ${requestHash}
      and answered_at > now() - interval '24 hours'`);
}

/** Stores a response, replacing an expired one. */
export async function upsertAnswer(
  transaction: Transaction,
  workspace: WorkspaceId,
  user: UserId,
  requestHash: Buffer,
  { body_hash, status, body }: Answer,
  leads: readonly LeadId[],
): Promise<void> {
  await transaction.query(sql`
    with kept as (
      insert into idempotent_answers (workspace_id, user_id, request_hash, body_hash, status, body, answered_at)
      values (${workspace}, ${user}, ${requestHash}, ${body_hash}, ${status}, ${body}, now())
      on conflict (workspace_id, user_id, request_hash) do update
      set body_hash = excluded.body_hash, status = excluded.status, body = excluded.body,
          answered_at = excluded.answered_at),
    replaced as (
      delete from answered_leads
      where workspace_id = ${workspace} and user_id = ${user} and request_hash = ${requestHash}
        and lead_id <> all(${leads}::bigint[]))
    insert into answered_leads (workspace_id, user_id, request_hash, lead_id)
    select distinct ${workspace}::bigint, ${user}::bigint, ${requestHash}::bytea, lead
    from unnest(${leads}::bigint[]) lead
    on conflict do nothing`);
}

/** Deletes every stored response that contains this lead. @returns how many were deleted */
export async function deleteAnswersWith(
  transaction: Transaction,
  workspace: WorkspaceId,
  lead: LeadId,
): Promise<number> {
  const links = await transaction.query<Pick<Tables['answered_leads'], 'user_id' | 'request_hash'>>(sql`
    select user_id, request_hash from answered_leads where workspace_id = ${workspace} and lead_id = ${lead}`);
  for (const { user_id, request_hash } of links) {
    await transaction.query(sql`
      delete from idempotent_answers
      where workspace_id = ${workspace} and user_id = ${user_id} and request_hash = ${request_hash}`);
  }
  return links.length;
}
