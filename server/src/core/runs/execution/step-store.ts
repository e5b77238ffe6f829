import { type Statement, sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Tables } from '../../../db/tables.gen.ts';
import { unavailable } from '../../../lib/errors.ts';
import type { ApprovalId, RunId, WorkspaceId } from '../../../lib/ids.ts';
import type { RunJob } from '../model/run-engine.ts';

export type StepStatus = 'running' | 'waiting' | 'succeeded' | 'failed';

/** A row for a step in a run. Inputs and outputs are JSON. */
export interface StepRow {
  readonly path: string;
  readonly position: number;
  readonly name: string;
  readonly type: string;
  readonly status: StepStatus;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly input: string | null;
  readonly output: string | null;
  /** The output including secrets, encrypted; null if the displayed output contains no hidden secrets. */
  readonly sealedOutput: string | null;
  readonly error: string | null;
  /** Why the step failed, for the steps that handle the failure; null in a loop that a failure inside it ended. */
  readonly errorCode: string | null;
  /** Whether the run continued although the step failed (spec/runs §2.9). */
  readonly isHandled: boolean;
  /** The run that the step called, and waits for until it has ended. */
  readonly calledRun: RunId | null;
  /** The approval that the step asked for. */
  readonly approval: ApprovalId | null;
  /** JSON. Set only for steps that make outside calls (step-attempt.ts). */
  readonly attempts: string | null;
}

/** Returns a run's steps in the order in which they started. */
export async function selectRunSteps(
  transaction: Transaction,
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
): Promise<StepRow[]> {
  return (await selectStepsOf(transaction, workspace, [run])).get(run) ?? [];
}

/** Returns a part of a run's steps, and how many there are. `after` is a position, and `start` skips that many more. */
export async function selectStepPage(
  transaction: Transaction,
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
  { after, start, most }: { after: number; start: number; most: number },
): Promise<{ total: number; rows: StepRow[] }> {
  const [counted, rows] = await Promise.all([
    transaction.one<{ total: number }>(sql`
      select count(*) as total from run_steps where workspace_id = ${workspace} and run_id = ${run}`),
    transaction.query<Tables['run_steps']>(sql`
      select ${columns} from run_steps
      where workspace_id = ${workspace} and run_id = ${run} and position > ${after}
      order by position limit ${most} offset ${start}`),
  ]);
  return { total: counted.total, rows: rows.map(toStep) };
}

const columns = sql`
  workspace_id, run_id, path, position, name, type, status, started_at, ended_at, input, output, sealed_output, error,
  error_code, handled, called_run, approval_id, attempts`;

/** Like `selectRunSteps`, but for several runs. Runs without steps are omitted. */
export async function selectStepsOf(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<ReadonlyMap<RunId, StepRow[]>> {
  const rows = await transaction.query<Tables['run_steps']>(sql`
    select ${columns} from run_steps where workspace_id = ${workspace} and run_id = any(${runs}::uuid[]) order by position`);
  const groups = Map.groupBy(rows, ({ run_id }) => run_id as RunId);
  return new Map([...groups].map(([run, own]) => [run, own.map(toStep)]));
}

const toStep = (row: Tables['run_steps']): StepRow => ({
  path: row.path,
  position: row.position,
  name: row.name,
  type: row.type,
  status: row.status as StepStatus,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  input: row.input,
  output: row.output,
  sealedOutput: row.sealed_output,
  error: row.error,
  errorCode: row.error_code,
  isHandled: row.handled,
  calledRun: row.called_run as RunId | null,
  approval: row.approval_id as ApprovalId | null,
  attempts: row.attempts,
});

export interface StepsOfRun {
  readonly run: RunId;
  readonly rows: readonly StepRow[];
}

/**
 * Inserts new steps. The statement is sent together with the next one, which fails if a step already exists
 * because another attempt was faster.
 */
export async function insertSteps(
  transaction: Transaction,
  workspace: WorkspaceId,
  steps: readonly StepsOfRun[],
): Promise<void> {
  if (steps.some(({ rows }) => rows.length > 0)) await transaction.ahead(insertOf(workspace, steps));
}

/**
 * Writes new steps, and unfinished steps that have progressed, in one statement.
 * @throws unavailable if a step has already finished because another attempt with this fence won. The caller
 * must roll back.
 */
export async function upsertSteps(
  transaction: Transaction,
  workspace: WorkspaceId,
  steps: readonly StepsOfRun[],
): Promise<void> {
  const written = await transaction.query(sql`
    ${insertOf(workspace, steps)}
    on conflict (workspace_id, run_id, path) do update set
      status = excluded.status, ended_at = excluded.ended_at, output = excluded.output,
      sealed_output = excluded.sealed_output, error = excluded.error, error_code = excluded.error_code,
      handled = excluded.handled, called_run = excluded.called_run, approval_id = excluded.approval_id,
      attempts = excluded.attempts
      where run_steps.status in ('running', 'waiting')
    returning 1 as written`);
  if (written.length < steps.flatMap(({ rows }) => rows).length) {
    throw unavailable(
      'run_gone_on',
      'Another attempt has continued this run. Read the run again.',
      undefined,
    );
  }
}

function insertOf(workspace: WorkspaceId, steps: readonly StepsOfRun[]): Statement {
  const given = steps.flatMap(({ run, rows }) => rows.map((row) => givenOf(run, row)));
  return sql`
    insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at, ended_at, input, output,
                           sealed_output, error, error_code, handled, called_run, approval_id, attempts)
    select ${workspace}, given.*
    from json_to_recordset(${JSON.stringify(given)}::json)
      given (run_id uuid, path text, position integer, name text, type text, status text, started_at timestamptz,
             ended_at timestamptz, input text, output text, sealed_output text, error text, error_code text, handled boolean,
             called_run uuid, approval_id bigint, attempts text)`;
}

const givenOf = (run: RunId, row: StepRow) => ({
  run_id: run,
  path: row.path,
  position: row.position,
  name: row.name,
  type: row.type,
  status: row.status,
  started_at: row.startedAt,
  ended_at: row.endedAt,
  input: row.input,
  output: row.output,
  sealed_output: row.sealedOutput,
  error: row.error,
  error_code: row.errorCode,
  handled: row.isHandled,
  called_run: row.calledRun,
  approval_id: row.approval,
  attempts: row.attempts,
});
