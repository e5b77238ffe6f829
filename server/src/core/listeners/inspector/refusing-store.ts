import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';

/** A number of rejected requests that is worth an event, counted from a time. */
export interface RefusingThreshold {
  readonly since: Date;
  readonly least: number;
}

/** Finds workspaces with a listener that has rejected that many requests, for any reason. */
export async function selectRefusingWorkspaces(
  transaction: Transaction,
  { since, least }: RefusingThreshold,
): Promise<WorkspaceId[]> {
  const rows = await transaction.query<{ workspace_id: WorkspaceId }>(sql`
    select distinct workspace_id from (
      select workspace_id from refused_requests where at >= ${since}
      group by workspace_id, listener_id having count(*) >= ${least}) refusing`);
  return rows.map(({ workspace_id }) => workspace_id);
}

/**
 * Writes an event for each listener that has rejected that many requests for one of the reasons, unless one was reported
 * after `quietSince`. Processes that do this at the same time wait for each other at the listener's row, so only the first
 * one writes.
 */
export async function insertRefusingEvents(
  transaction: Transaction,
  workspace: WorkspaceId,
  { since, least }: RefusingThreshold,
  { reasons, quietSince, now }: { reasons: readonly string[]; quietSince: Date; now: Date },
): Promise<void> {
  await transaction.query(sql`
    with counted as (
      select listener_id, reason, count(*) as count from refused_requests
      where workspace_id = ${workspace} and at >= ${since} and reason = any(${reasons}::text[])
      group by listener_id, reason),
    refusing as (
      select listener_id, sum(count) as refused, jsonb_object_agg(reason, count) as reasons from counted
      group by listener_id having sum(count) >= ${least}),
    reported as (
      update listeners l set refusing_reported_at = ${now} from refusing f
      where l.workspace_id = ${workspace} and l.id = f.listener_id
        and (l.refusing_reported_at is null or l.refusing_reported_at <= ${quietSince})
      returning l.workflow_id, f.refused, f.reasons)
    insert into events (workspace_id, uid, type, at, starts_triggers, workflow_id, data)
    select ${workspace}, gen_random_uuid(), 'listener.refusing', ${now}, false, w.id,
           jsonb_build_object('workflow', jsonb_build_object('id', w.id, 'name', w.name),
                              'refused', r.refused, 'reasons', r.reasons)
    from reported r join workflows w on w.workspace_id = ${workspace} and w.id = r.workflow_id`);
}
