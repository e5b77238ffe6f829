import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { type ResumePoint, typesWhere } from '../../workflows/index.ts';
import type { RunStatus } from '../model/run.ts';
import { isUnresolved } from '../model/unresolved-store.ts';

export interface RunAddress {
  readonly workspace: WorkspaceId;
  readonly run: RunId;
}

export interface ControlledRun {
  readonly id: RunId;
  readonly status: RunStatus;
  readonly fence: number;
  readonly isAwaited: boolean;
  /** The run that waits for this one. */
  readonly calledBy: RunId | null;
  readonly retriedAs: RunId | null;
  readonly version: number;
  readonly workflowId: WorkflowId;
  /** Undefined if the workflow was deleted. */
  readonly workflow:
    | { readonly name: string; readonly owner: UserId; readonly isEnabled: boolean; readonly version: number }
    | undefined;
}

interface ControlledRow {
  id: RunId;
  status: RunStatus;
  fence: number;
  is_awaited: boolean;
  called_by: RunId | null;
  retried_as: RunId | null;
  workflow_version: number;
  workflow_id: WorkflowId;
  name: string | null;
  owner_id: UserId;
  enabled: boolean;
  published_version: number;
}

/** Reads and locks a run. A worker that resumes the run waits until the transaction ends. */
export async function selectForControl(
  transaction: Transaction,
  { workspace, run }: RunAddress,
): Promise<ControlledRun | undefined> {
  const row = await transaction.first<ControlledRow>(sql`
    select r.id, r.status, r.fence, r.is_awaited, r.called_by, r.retried_as, r.workflow_version, r.workflow_id,
           w.name, w.owner_id, w.enabled, w.published_version
    from runs r left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
    where r.workspace_id = ${workspace} and r.id = ${run}
    for update of r`);
  return (
    row && {
      id: row.id,
      status: row.status,
      fence: row.fence,
      isAwaited: row.is_awaited,
      calledBy: row.called_by,
      retriedAs: row.retried_as,
      version: row.workflow_version,
      workflowId: row.workflow_id,
      workflow:
        row.name === null
          ? undefined
          : {
              name: row.name,
              owner: row.owner_id,
              isEnabled: row.enabled,
              version: row.published_version,
            },
    }
  );
}

/**
 * Marks a run as cancelled and increments its fence, so a worker that is executing the run can no longer
 * write.
 */
export async function updateCancelled(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  fence: number,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update runs set status = 'cancelled', fence = fence + 1, ended_at = ${now}, due_at = null, doubted_at = null
    where workspace_id = ${workspace} and id = ${run} and fence = ${fence}
      and status in ('queued', 'running', 'waiting')`);
}

/** Cancels the approval that a run waits for, unless it has expired (spec/runs §2.13). */
export async function cancelApproval(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  now: Date,
): Promise<void> {
  await transaction.query(sql`
    update approvals set outcome = 'cancelled', mail_due_at = null
    where workspace_id = ${workspace} and run_id = ${run} and outcome is null and expires_at > ${now}`);
}

/** Returns the run that a run waits for, if it is calling one. */
export async function selectAwaitedRun(
  transaction: Transaction,
  { workspace, run }: RunAddress,
): Promise<RunId | undefined> {
  const row = await transaction.first<{ called_run: RunId }>(sql`
    select called_run from run_steps
    where workspace_id = ${workspace} and run_id = ${run} and status = 'waiting' and called_run is not null`);
  return row?.called_run;
}

/** Returns a run's outside calls, which a new run would repeat. */
export async function selectOutsideSteps(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  types: readonly string[],
): Promise<string[]> {
  const rows = await transaction.query<{ path: string }>(sql`
    select path from run_steps
    where workspace_id = ${workspace} and run_id = ${run} and type = any(${types}::text[]) order by position`);
  return rows.map(({ path }) => path);
}

/**
 * Inserts a retry's new run with the old run's input, and links the two. The new run isn't sent to the engine
 * yet.
 */
export async function insertRetry(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  retry: { id: RunId; version: number; now: Date },
): Promise<void> {
  await transaction.query(sql`
    insert into runs (workspace_id, id, workflow_id, workflow_version, listener_id, status, depth, accepted_at, is_awaited,
                      input, trace, started_by, root_run, retry_of)
    select workspace_id, ${retry.id}, workflow_id, ${retry.version}, listener_id, 'queued', depth, ${retry.now}, false,
           input, trace, started_by, root_run, id
    from runs where workspace_id = ${workspace} and id = ${run}`);
  await transaction.query(sql`
    update runs set retried_as = ${retry.id}
    where workspace_id = ${workspace} and id = ${run} and retried_as is null`);
}

const endingTypes = typesWhere(({ endsRun = false }) => endsRun);
const progressTypes = typesWhere(({ keepsProgress = false }) => keepsProgress);

/** Condition: a retry from the failed step reuses this step's row. It repeats all other steps. */
const isKept = sql`
  ((status = 'succeeded' and type <> all(${endingTypes}::text[]))
   or handled
   or (status in ('running', 'waiting') and type = any(${progressTypes}::text[])))`;

/**
 * Returns the results that a retry would reuse, and where it would resume. Returns undefined if no step has
 * started.
 */
export async function selectResumePoint(
  transaction: Transaction,
  { workspace, run }: RunAddress,
): Promise<ResumePoint | undefined> {
  const rows = await transaction.query<{ path: string; name: string; is_kept: boolean }>(sql`
    select path, name, ${isKept} as is_kept from run_steps
    where workspace_id = ${workspace} and run_id = ${run} order by position`);
  const last = rows.findLast((row) => !row.is_kept) ?? rows.at(-1);
  return (
    last && { path: last.path, kept: new Set(rows.filter((row) => row.is_kept).map(({ name }) => name)) }
  );
}

/**
 * Copies the results of finished steps and handled failures to the new run. Unfinished loops and waits resume where
 * they stopped.
 * Failed steps, unfinished outside calls and `stop` steps run again.
 */
export async function copySteps(
  transaction: Transaction,
  { workspace, run }: RunAddress,
  retry: RunId,
): Promise<void> {
  await transaction.query(sql`
    insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at, ended_at, input, output,
                           sealed_output, error, error_code, handled)
    select workspace_id, ${retry}, path, position, name, type, status, started_at, ended_at, input, output,
           sealed_output, error, error_code, handled
    from run_steps
    where workspace_id = ${workspace} and run_id = ${run} and ${isKept}`);
  // All handled failures are copied, and a new one can't occur yet.
  await transaction.query(sql`
    update runs set warnings = old.warnings from runs old
    where runs.workspace_id = ${workspace} and runs.id = ${retry} and old.workspace_id = ${workspace} and old.id = ${run}`);
}

/** Returns runs that failed at or after a given time and haven't been retried, oldest first. */
export async function selectFailed(
  transaction: Transaction,
  workspace: WorkspaceId,
  { since, until, workflow, most }: { since: Date; until: Date; workflow: WorkflowId | null; most: number },
): Promise<RunId[]> {
  const rows = await transaction.query<{ id: RunId }>(sql`
    select r.id from runs r
    where r.workspace_id = ${workspace} and ${isUnresolved}
      and r.ended_at >= ${since} and r.ended_at < ${until}
      and (${workflow}::bigint is null or r.workflow_id = ${workflow})
    order by r.ended_at, r.id limit ${most}`);
  return rows.map(({ id }) => id);
}
