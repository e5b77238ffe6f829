import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { WorkflowName } from '../../workflows/index.ts';
import type { RunAddress } from '../control/control-store.ts';

export interface StartedRun {
  readonly id: RunId;
  readonly workflow: WorkflowName;
  /** Start the workflow only if this user owns it; null allows any owner. */
  readonly owner: UserId | null;
  readonly input: string;
  readonly depth: number;
  readonly trace: string | null;
  readonly startedBy: RunId | null;
  /** The run that waits for this one, if a step calls it. */
  readonly calledBy?: RunId | null;
  /** The type of the trigger that starts the run; null if a step starts it. */
  readonly trigger: string | null;
  readonly now: Date;
  readonly isSent: boolean;
}

/**
 * Inserts a queued run of the published version, if the workflow is enabled and its owner is active. A run that
 * exists already is left alone.
 * @returns whether the workflow can start runs, and whether it was ever published; undefined if the workspace, or that owner, has no such workflow
 */
export async function insertStarted(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: StartedRun,
): Promise<{ name: string; isOn: boolean; isPublished: boolean } | undefined> {
  const { workflow, owner } = run;
  const isIt = typeof workflow === 'string' ? sql`w.name = ${workflow}` : sql`w.id = ${workflow}`;
  const row = await transaction.first<{ name: string; is_on: boolean; is_published: boolean }>(sql`
    with found as (
      select w.id, w.name, w.published_version, w.enabled and u.active as is_on
      from workflows w join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
      where w.workspace_id = ${workspace} and ${isIt} and (${owner}::bigint is null or w.owner_id = ${owner})),
    started as (
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, depth, accepted_at, sent_at, is_awaited,
                        input, trace, started_by, called_by, trigger)
      select ${workspace}, ${run.id}, id, published_version, 'queued', ${run.depth}, ${run.now},
             ${run.isSent ? run.now : null}::timestamptz, false, ${run.input}, ${run.trace}, ${run.startedBy}::uuid,
             ${run.calledBy ?? null}::uuid, ${run.trigger}
      from found where is_on
      on conflict do nothing)
    select name, is_on, published_version > 0 as is_published from found`);
  return row && { name: row.name, isOn: row.is_on, isPublished: row.is_published };
}

/**
 * Stores a run with an earlier request's input. The run has no listener, so it isn't listed among the
 * requests.
 * @returns false if the workflow or its owner is disabled, or if the earlier run wasn't started by a request
 */
export async function insertReplay(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  replay: { id: RunId; now: Date; isSent: boolean },
): Promise<boolean> {
  const row = await transaction.first(sql`
    insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, sent_at, is_awaited, input)
    select r.workspace_id, ${replay.id}, w.id, w.published_version, 'queued', ${replay.now},
           ${replay.isSent ? replay.now : null}::timestamptz, false, r.input
    from runs r
    join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
    join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    where r.workspace_id = ${workspace} and r.id = ${run} and r.listener_id is not null and w.enabled and u.active
    returning 1 as stored`);
  return row !== undefined;
}
