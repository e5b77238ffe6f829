import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunStatus } from '../model/run.ts';

/** A run as the activity views show it (spec/runs §3.4). */
export interface RunSummary {
  readonly id: RunId;
  /** The name of the workflow; null once it is deleted. */
  readonly workflow: string | null;
  readonly status: RunStatus;
  readonly acceptedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly error: string | null;
  /** How many failures the run's steps handled. */
  readonly warnings: number;
}

type SummaryRow = Pick<
  Tables['runs'],
  'id' | 'status' | 'accepted_at' | 'started_at' | 'ended_at' | 'error' | 'warnings'
> & { readonly workflow: string | null };

const toSummary = (row: SummaryRow): RunSummary => ({
  id: row.id as RunId,
  workflow: row.workflow,
  status: row.status as RunStatus,
  acceptedAt: row.accepted_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  error: row.error,
  warnings: row.warnings,
});

/** Returns the newest runs of a workflow, or of the whole workspace, and how many there are in total. */
export async function selectActivity(
  transaction: Transaction,
  workspace: WorkspaceId,
  workflow: WorkflowId | undefined,
  most: number,
): Promise<{ total: number; runs: RunSummary[] }> {
  const scope =
    workflow === undefined
      ? sql`r.workspace_id = ${workspace}`
      : sql`r.workspace_id = ${workspace} and r.workflow_id = ${workflow}`;
  const [counted, rows] = await Promise.all([
    transaction.one<{ total: number }>(sql`
      select count(*) as total from runs r where ${scope}`),
    transaction.query<SummaryRow>(sql`
      select r.id, r.status, r.accepted_at, r.started_at, r.ended_at, r.error, r.warnings, w.name as workflow
      from runs r left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
      where ${scope} order by r.id desc limit ${most}`),
  ]);
  return { total: counted.total, runs: rows.map(toSummary) };
}

/** A run with its input, its retries in both directions, and the run that started it. */
export interface RunDetail extends RunSummary {
  readonly version: number;
  readonly input: string;
  readonly retryOf: RunId | null;
  readonly retriedAs: RunId | null;
  readonly startedBy: RunId | null;
  /** The run whose step waits, or waited, for this run. */
  readonly calledBy: RunId | null;
  /** What the run's `return` step returned, as JSON. */
  readonly result: string | null;
}

export async function selectRunDetail(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
): Promise<RunDetail | undefined> {
  const row = await transaction.first<
    SummaryRow &
      Pick<
        Tables['runs'],
        'workflow_version' | 'input' | 'retry_of' | 'retried_as' | 'started_by' | 'called_by' | 'result'
      >
  >(sql`
    select r.id, r.status, r.accepted_at, r.started_at, r.ended_at, r.error, r.warnings, r.result, r.input, r.workflow_version,
           r.retry_of, r.retried_as, r.started_by, r.called_by, w.name as workflow
    from runs r left join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
    where r.workspace_id = ${workspace} and r.id = ${run}`);
  return (
    row && {
      ...toSummary(row),
      version: row.workflow_version,
      input: row.input,
      retryOf: row.retry_of as RunId | null,
      retriedAs: row.retried_as as RunId | null,
      startedBy: row.started_by as RunId | null,
      calledBy: row.called_by as RunId | null,
      result: row.result,
    }
  );
}
