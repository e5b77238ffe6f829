import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';

const isoTime = (time: Statement): Statement =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Writes an event for each row of `runs` that succeeded or failed (spec/events §1.2). The rows have the columns of a run,
 * and a new UUID as `uid`. Part of the statement that ends the runs, so an event exists exactly if the run has ended.
 */
export const runEventInsert = (runs: Statement): Statement => sql`
  insert into events (workspace_id, uid, type, at, starts_triggers, run_id, workflow_id, data)
  select r.workspace_id, r.uid, 'run.' || r.status, r.ended_at, false, r.id, r.workflow_id,
         jsonb_build_object('run', jsonb_build_object(
           'id', r.id, 'workflow', jsonb_build_object('id', r.workflow_id, 'name', w.name), 'status', r.status,
           'started_at', ${isoTime(sql`r.started_at`)}, 'ended_at', ${isoTime(sql`r.ended_at`)}, 'error', r.error))
  from ${runs} r left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
  where r.status in ('succeeded', 'failed')`;

/**
 * Returns the errors in events of failed runs that may contain one of the email addresses, in lower case. The run itself may
 * have been purged.
 */
export const selectRunErrors = (
  transaction: Transaction,
  workspace: WorkspaceId,
  addresses: readonly string[],
): Promise<{ run: RunId; error: string }[]> => {
  // PostgreSQL and JavaScript lower-case non-ASCII letters differently.
  const isBeyondAscii = addresses.some((address) => !/^[\x20-\x7e]*$/.test(address));
  return transaction.query(sql`
    select e.run_id as run, e.data #>> '{run,error}' as error from events e
    where e.workspace_id = ${workspace} and e.type = 'run.failed'
      and (${isBeyondAscii}::boolean
           or exists (select from unnest(${addresses}::text[]) address
                      where strpos(lower(e.data #>> '{run,error}'), address) > 0))`);
};

/** Deletes the events of these runs, but not those of leads that the runs changed. */
export async function deleteRunEvents(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<void> {
  await transaction.query(sql`
    delete from events where workspace_id = ${workspace} and run_id = any(${runs}::uuid[]) and lead_id is null`);
}
