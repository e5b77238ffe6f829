import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { isUnresolved } from '../model/unresolved-store.ts';

/** How often a step ran, and how long it took. In a loop, each iteration counts. */
export interface StepFigures {
  readonly name: string;
  readonly count: number;
  /** Failures whose run was retried count as retried instead, as in the run list. */
  readonly failed: number;
  readonly retried: number;
  readonly unfinished: number;
  /** Null if no execution has ended. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface FiguresScope {
  readonly workflow: WorkflowId;
  /** The smallest run ID to read. An ID starts with the time, so no older rows are read. */
  readonly first: RunId;
  readonly run: RunId | null;
  readonly maxRuns: number;
  readonly maxSteps: number;
}

/**
 * Returns the figures of a workflow's newest runs, by step. Names are in no particular order. A Stop step that ends its run
 * as failed counts as failed.
 */
export const selectStepFigures = (
  transaction: Transaction,
  workspace: WorkspaceId,
  { workflow, first, run, maxRuns, maxSteps }: FiguresScope,
): Promise<StepFigures[]> =>
  transaction.query(sql`
    select name, count(*) as count, count(*) filter (where has_failed and not is_retried) as failed,
           count(*) filter (where has_failed and is_retried) as retried,
           count(*) filter (where status in ('running', 'waiting')) as unfinished,
           percentile_disc(0.5) within group (order by took) as "p50Ms",
           percentile_disc(0.95) within group (order by took) as "p95Ms"
    from (select s.name, s.status, s.status = 'failed' or s.type = 'stop' and newest.status = 'failed' as has_failed,
                 newest.is_retried, round(extract(epoch from s.ended_at - s.started_at) * 1000)::float8 as took
          from (select r.id, r.status, r.status = 'failed' and not (${isUnresolved}) as is_retried from runs r
                where workspace_id = ${workspace} and workflow_id = ${workflow} and id >= ${first}::uuid
                  ${run === null ? sql`` : sql`and id = ${run}::uuid`}
                order by id desc limit ${maxRuns}) newest
          join run_steps s on s.workspace_id = ${workspace} and s.run_id = newest.id and s.run_id >= ${first}::uuid
          limit ${maxSteps}) executed
    group by name`);

/** Counts a workflow's runs since `first`, up to `most`. */
export async function countRunsSince(
  transaction: Transaction,
  workspace: WorkspaceId,
  { workflow, first }: Pick<FiguresScope, 'workflow' | 'first'>,
  most: number,
): Promise<number> {
  const { count } = await transaction.one<{ count: number }>(sql`
    select count(*) as count
    from (select from runs
          where workspace_id = ${workspace} and workflow_id = ${workflow} and id >= ${first}::uuid limit ${most}) newest`);
  return count;
}
