import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';

/** A run as shown in lists, with its workflow unless the workflow was deleted. */
export interface ListedRun {
  readonly id: RunId;
  readonly status: RunStatus;
  readonly workflow: { readonly id: WorkflowId; readonly name: string | null; readonly version: number };
  readonly acceptedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly dueAt: Date | null;
  readonly error: string | null;
  /** The run that this one retries, and the run that retries this one. */
  readonly retryOf: RunId | null;
  readonly retriedAs: RunId | null;
  readonly startedBy: RunId | null;
}

/** Filters runs. Null matches everything. */
export interface RunQuery {
  readonly owner: UserId | null;
  readonly workflow: WorkflowId | null;
  readonly status: RunStatus | null;
  readonly before: RunId | null;
  readonly most: number;
}

type RunRow = Pick<
  Tables['runs'],
  | 'id'
  | 'status'
  | 'workflow_id'
  | 'workflow_version'
  | 'accepted_at'
  | 'started_at'
  | 'ended_at'
  | 'due_at'
  | 'error'
  | 'retry_of'
  | 'retried_as'
  | 'started_by'
> & { workflow_name: string | null };

const toRun = (row: RunRow): ListedRun => ({
  id: row.id as RunId,
  status: row.status as RunStatus,
  workflow: { id: row.workflow_id as WorkflowId, name: row.workflow_name, version: row.workflow_version },
  acceptedAt: row.accepted_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  dueAt: row.due_at,
  error: row.error,
  retryOf: row.retry_of as RunId | null,
  retriedAs: row.retried_as as RunId | null,
  startedBy: row.started_by as RunId | null,
});

const columns = sql`
  r.id, r.status, r.workflow_id, r.workflow_version, r.accepted_at, r.started_at, r.ended_at, r.due_at, r.error,
  r.retry_of, r.retried_as, r.started_by, w.name as workflow_name`;
const joinedWorkflow = sql`left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id`;

/**
 * Returns runs, newest first, since a run's ID starts with its time. The statement contains only the
 * conditions in use, so each combination can use its own index.
 */
export async function selectRunList(
  transaction: Transaction,
  workspace: WorkspaceId,
  { owner, workflow, status, before, most }: RunQuery,
): Promise<ListedRun[]> {
  const params = (value: unknown, condition: Statement) => (value === null ? sql`` : sql`and ${condition}`);
  const rows = await transaction.query<RunRow>(sql`
    select ${columns} from runs r ${joinedWorkflow}
    where r.workspace_id = ${workspace}
      ${params(workflow, sql`r.workflow_id = ${workflow}`)}
      ${params(status, statusIs(status))}
      ${params(owner, sql`w.owner_id = ${owner}`)}
      ${params(before, sql`r.id < ${before}::uuid`)}
    order by r.id desc limit ${most}`);
  return rows.map(toRun);
}

/**
 * Inlines statuses that have a partial index, because the planner can't match a parameter to a partial index.
 */
function statusIs(status: RunStatus | null): Statement {
  if (status === 'failed') return sql`r.status = 'failed'`;
  if (status === 'cancelled') return sql`r.status = 'cancelled'`;
  if (status === 'queued') return sql`r.status = 'queued'`;
  if (status === 'running') return sql`r.status = 'running'`;
  return sql`r.status = ${status}`;
}

/** Returns one run with its input and its workflow's owner. */
export async function selectOwnedRun(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<(ListedRun & { owner: UserId | null; input: string; valuesVersion: number }) | undefined> {
  const row = await transaction.first<
    RunRow & { owner_id: UserId | null; input: string; template_values_version: number }
  >(sql`
    select ${columns}, w.owner_id, r.input, s.template_values_version
    from runs r ${joinedWorkflow} join workspace_settings s on s.workspace_id = r.workspace_id
    where r.workspace_id = ${workspace} and r.id = ${run}::uuid`);
  return (
    row && {
      ...toRun(row),
      owner: row.owner_id,
      input: row.input,
      valuesVersion: row.template_values_version,
    }
  );
}
