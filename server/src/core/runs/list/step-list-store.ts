import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { ApprovalId, RunId } from '../../../lib/ids.ts';
import type { StepStatus } from '../execution/step-store.ts';
import type { RunJob } from '../model/run-engine.ts';

/** How much of a step's input and output is read and shown, because a run may store 16 MiB. */
export const maxShown = 4_000;

/** A step as shown in lists. Truncated strings come with their full length. */
export interface ListedStep {
  readonly position: number;
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly status: StepStatus;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly input: string | null;
  readonly input_length: number | null;
  readonly output: string | null;
  readonly output_length: number | null;
  readonly error: string | null;
  /** Whether the run continued although the step failed. */
  readonly handled: boolean;
  /** The run that the step called. */
  readonly called_run: RunId | null;
  /** The approval that the step asked for. */
  readonly approval_id: ApprovalId | null;
  /** The attempts as JSON, for a step that makes outside calls. */
  readonly attempts: string | null;
}

/** Returns the steps after a position, in the order in which they started, optionally only those whose failure nothing handled. */
export function selectStepList(
  transaction: Transaction,
  { workspace, run }: Pick<RunJob, 'workspace' | 'run'>,
  { after, most, isFailed = false }: { after: number; most: number; isFailed?: boolean },
): Promise<ListedStep[]> {
  return transaction.query(sql`
    select position, path, name, type, status, started_at, ended_at, error, handled, called_run, approval_id, attempts,
           left(input, ${maxShown}) as input, length(input) as input_length,
           left(output, ${maxShown}) as output, length(output) as output_length
    from run_steps
    where workspace_id = ${workspace} and run_id = ${run}::uuid and position > ${after}
      ${isFailed ? sql`and status = 'failed' and not handled` : sql``}
    order by position limit ${most}`);
}
