import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { ListenerId, RunId, UserId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';
import { type RunScope, scopeCondition } from './run-scope-store.ts';
import { searchedInput } from './run-search-store.ts';

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
  /** The run whose step waits, or waited, for this run. */
  readonly calledBy: RunId | null;
  /** How many failures the run's steps handled. */
  readonly warnings: number;
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
  | 'called_by'
  | 'warnings'
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
  calledBy: row.called_by as RunId | null,
  warnings: row.warnings,
});

const columns = sql`
  r.id, r.status, r.workflow_id, r.workflow_version, r.accepted_at, r.started_at, r.ended_at, r.due_at, r.error,
  r.retry_of, r.retried_as, r.started_by, r.called_by, r.warnings, w.name as workflow_name`;
const joinedWorkflow = sql`left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id`;

/** Where a page of runs starts, and its size. */
export interface RunPage {
  readonly before: RunId | null;
  /** How many runs to skip. */
  readonly start?: number;
  readonly most: number;
}

const pageOf = (
  workspace: WorkspaceId,
  scope: RunScope,
  { before, start = 0, most }: RunPage,
): Statement => sql`
  where ${scopeCondition(workspace, scope)} ${before === null ? sql`` : sql`and r.id < ${before}::uuid`}
  order by r.id desc limit ${most} offset ${start}`;

/** Returns runs, newest first, since a run's ID starts with its time. */
export async function selectRunList(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  page: RunPage,
): Promise<ListedRun[]> {
  const rows = await transaction.query<RunRow>(sql`
    select ${columns} from runs r ${joinedWorkflow} ${pageOf(workspace, scope, page)}`);
  return rows.map(toRun);
}

/** Counts runs. The number is exact, so the cost grows with it. */
export async function countRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
): Promise<number> {
  const { total } = await transaction.one<{ total: number }>(
    sql`select count(*) as total from runs r where ${scopeCondition(workspace, scope)}`,
  );
  return total;
}

/** Returns the runs before and after a run in a list that shows the newest runs first. */
export async function selectNeighbors(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  run: RunId,
): Promise<{ previous: RunId | null; next: RunId | null }> {
  const [previous, next] = await Promise.all([
    transaction.first<{ id: RunId }>(sql`
      select r.id from runs r
      where ${scopeCondition(workspace, scope)} and r.id > ${run}::uuid order by r.id limit 1`),
    transaction.first<{ id: RunId }>(sql`
      select r.id from runs r ${pageOf(workspace, scope, { before: run, most: 1 })}`),
  ]);
  return { previous: previous?.id ?? null, next: next?.id ?? null };
}

/** A run with the start of its trigger data. */
export interface SummarizedRun extends ListedRun {
  readonly owner: UserId | null;
  readonly listener: ListenerId | null;
  /** The type of the workflow's trigger that started the run, if one did. */
  readonly startedAs: string | null;
  readonly input: string;
}

const summarized = sql`${columns}, w.owner_id, r.listener_id, r.trigger, ${searchedInput} as input`;
type SummarizedRow = RunRow & {
  owner_id: UserId | null;
  listener_id: ListenerId | null;
  trigger: string | null;
  input: string;
};

const toSummarized = (row: SummarizedRow): SummarizedRun => ({
  ...toRun(row),
  owner: row.owner_id,
  listener: row.listener_id,
  startedAs: row.trigger,
  input: row.input,
});

export async function selectSummarizedRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  scope: RunScope,
  page: RunPage,
): Promise<SummarizedRun[]> {
  const rows = await transaction.query<SummarizedRow>(sql`
    select ${summarized} from runs r ${joinedWorkflow} ${pageOf(workspace, scope, page)}`);
  return rows.map(toSummarized);
}

/** Returns the version of the workspace's secrets, which a mask depends on. */
export async function selectValuesVersion(transaction: Transaction, workspace: WorkspaceId): Promise<number> {
  const { version } = await transaction.one<{ version: number }>(sql`
    select template_values_version as version from workspace_settings where workspace_id = ${workspace}`);
  return version;
}

export interface OwnedRun extends SummarizedRun {
  readonly ownerName: string | null;
  readonly valuesVersion: number;
  /** What the run's `return` step returned, as JSON. */
  readonly result: string | null;
}

/** Returns one run with its whole input and its workflow's owner. */
export async function selectOwnedRun(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<OwnedRun | undefined> {
  const row = await transaction.first<
    SummarizedRow & { owner_name: string | null; template_values_version: number; result: string | null }
  >(sql`
    select ${columns}, w.owner_id, u.name as owner_name, r.listener_id, r.trigger, r.input, r.result, s.template_values_version
    from runs r ${joinedWorkflow} left join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
    join workspace_settings s on s.workspace_id = r.workspace_id
    where r.workspace_id = ${workspace} and r.id = ${run}::uuid`);
  return (
    row && {
      ...toSummarized(row),
      ownerName: row.owner_name,
      valuesVersion: row.template_values_version,
      result: row.result,
    }
  );
}
