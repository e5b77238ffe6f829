import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, UserId, WorkspaceId } from '../../../lib/ids.ts';
import type { WorkflowName } from '../../workflows/index.ts';
import type { RunAddress } from '../control/control-store.ts';
import { runLimits } from '../model/run.ts';

export interface StartedRun {
  readonly id: RunId;
  readonly workflow: WorkflowName;
  /** Start the workflow only if this user owns it; null allows any owner. */
  readonly owner: UserId | null;
  readonly input: string;
  readonly depth: number;
  readonly trace: string | null;
  readonly startedBy: RunId | null;
  /** The first run of the chain, if a step starts this run. Its limits apply then (spec/limits §4). */
  readonly root?: RunId;
  /** The run that waits for this one, if a step calls it. */
  readonly calledBy?: RunId | null;
  /** The type of the trigger that starts the run; null if a step starts it. */
  readonly trigger: string | null;
  readonly now: Date;
  readonly isSent: boolean;
}

/** The workflow of a run to start, and why it wasn't started. */
interface FoundWorkflow {
  readonly name: string;
  readonly isOn: boolean;
  readonly isPublished: boolean;
  /** The limit that the run exceeds. */
  readonly limit: 'descendants' | 'startedWaiting' | undefined;
}

/**
 * Inserts a queued run of the published version, if the workflow is enabled and its owner is active. A run that
 * exists already is left alone. If the run exceeds a limit, roll the transaction back.
 * @returns undefined if the workspace, or that owner, has no such workflow
 */
export async function insertStarted(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: StartedRun,
): Promise<FoundWorkflow | undefined> {
  const { workflow, owner, root } = run;
  const isIt = typeof workflow === 'string' ? sql`w.name = ${workflow}` : sql`w.id = ${workflow}`;
  const counted = root && countStarted(workspace, root);
  const row = await transaction.first<{
    name: string;
    is_on: boolean;
    is_published: boolean;
    descendants?: number | null;
    is_full?: boolean;
  }>(sql`
    with found as (
      select w.id, w.name, w.published_version, w.enabled and u.active as is_on
      from workflows w join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
      where w.workspace_id = ${workspace} and ${isIt} and (${owner}::bigint is null or w.owner_id = ${owner})),
    started as (
      insert into runs (workspace_id, id, workflow_id, workflow_version, status, depth, accepted_at, sent_at, is_awaited,
                        input, trace, started_by, called_by, trigger, root_run)
      select ${workspace}, ${run.id}, id, published_version, 'queued', ${run.depth}, ${run.now},
             ${run.isSent ? run.now : null}::timestamptz, false, ${run.input}, ${run.trace}, ${run.startedBy}::uuid,
             ${run.calledBy ?? null}::uuid, ${run.trigger}, ${root ?? null}::uuid
      from found where is_on
      on conflict do nothing)${counted?.clause ?? sql``}
    select name, is_on, published_version > 0 as is_published${counted?.columns ?? sql``} from found`);
  if (!row) return undefined;
  // The first run of the chain may have been deleted; its counter is gone then.
  const isOver = (row.descendants ?? 0) > runLimits.descendants;
  const limit = isOver ? 'descendants' : row.is_full ? 'startedWaiting' : undefined;
  return { name: row.name, isOn: row.is_on, isPublished: row.is_published, limit };
}

/**
 * Counts a run at the first run of its chain. The counter's row is locked until the transaction ends, so concurrent
 * steps can't exceed the limit. Nothing is locked for the runs that wait, so concurrent steps can exceed that limit by
 * a few runs each.
 */
const countStarted = (workspace: WorkspaceId, root: RunId) => ({
  clause: sql`,
    counted as (
      update runs r set descendants = r.descendants + 1 from found
      where r.workspace_id = ${workspace} and r.id = ${root} and found.is_on
      returning r.descendants)`,
  columns: sql`, (select descendants from counted) as descendants, exists (
      select from runs
      where workspace_id = ${workspace} and status = 'queued' and sent_at is null and started_by is not null
      offset ${runLimits.startedWaiting - 1}) as is_full`,
});

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
