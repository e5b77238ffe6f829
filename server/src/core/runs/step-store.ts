import { type Statement, sql } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { Transaction } from '../../db/transaction.ts';
import { unavailable } from '../../lib/errors.ts';
import type { RunJob } from './run-engine.ts';

export type StepStatus = 'running' | 'waiting' | 'succeeded' | 'failed';

/** One step of a run, as its row has it. Inputs and outputs are JSON. */
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
  /** The output with its secrets, encrypted; null where the shown one is the whole. */
  readonly sealedOutput: string | null;
  readonly error: string | null;
  /** Of a step that calls outside (step-attempt.ts), JSON. */
  readonly attempts: string | null;
}

/** The steps of a run in the order in which they were begun. */
export async function selectSteps(
  transaction: Transaction,
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
): Promise<StepRow[]> {
  const rows = await transaction.query<Tables['run_steps']>(sql`
    select * from run_steps where workspace_id = ${workspace} and run_id = ${run} order by position`);
  return rows.map((row) => ({
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
    attempts: row.attempts,
  }));
}

/** Writes new steps. Travels with the next statement, and fails with it when one of them is there: another attempt was faster. */
export async function insertSteps(
  transaction: Transaction,
  address: Pick<RunJob, 'workspace' | 'run'>,
  rows: readonly StepRow[],
): Promise<void> {
  if (rows.length > 0) await transaction.ahead(insertOf(address, rows));
}

/**
 * Writes steps in one statement: new ones, and those that were under way and have gone on.
 * @throws unavailable when one of them is over already: another attempt with the same fence was faster, and whoever has done it
 * again must take all of that back
 */
export async function upsertSteps(
  transaction: Transaction,
  address: Pick<RunJob, 'workspace' | 'run'>,
  rows: readonly StepRow[],
): Promise<void> {
  const written = await transaction.query(sql`
    ${insertOf(address, rows)}
    on conflict (workspace_id, run_id, path) do update set
      status = excluded.status, ended_at = excluded.ended_at, output = excluded.output,
      sealed_output = excluded.sealed_output, error = excluded.error, attempts = excluded.attempts
      where run_steps.status in ('running', 'waiting')
    returning 1 as written`);
  if (written.length < rows.length) {
    throw unavailable('run_gone_on', 'Another attempt has gone on with this run. Read it again.', undefined);
  }
}

function insertOf(
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
  rows: readonly StepRow[],
): Statement {
  const given = rows.map((row) => ({
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
    attempts: row.attempts,
  }));
  return sql`
    insert into run_steps (workspace_id, run_id, path, position, name, type, status, started_at, ended_at, input, output,
                           sealed_output, error, attempts)
    select ${workspace}, ${run}, given.*
    from json_to_recordset(${JSON.stringify(given)}::json)
      given (path text, position integer, name text, type text, status text, started_at timestamptz, ended_at timestamptz,
             input text, output text, sealed_output text, error text, attempts text)`;
}
