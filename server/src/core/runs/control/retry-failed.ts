import { setTimeout as sleep } from 'node:timers/promises';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { selectFailed } from './control-store.ts';
import { type RetryParams, type RetryVersion, retryRun } from './retry-run.ts';
import { type RefusedRun, type RunController, refusalIn } from './run-control.ts';

/** The max runs that one command retries. To retry more, repeat the command. */
const maxRetries = 100_000;

export interface FailedRuns {
  readonly since: Date;
  readonly until: Date;
  /** Search only this workflow's runs; null searches all. */
  readonly workflow: WorkflowId | null;
}

/** Finds runs that failed in the given period and haven't been retried. */
export const findFailed = (
  { db }: Context,
  workspace: WorkspaceId,
  failed: FailedRuns,
): Promise<readonly RunId[]> =>
  db.read(workspace, (transaction) => selectFailed(transaction, workspace, { ...failed, most: maxRetries }));

export interface Retried {
  readonly retried: { readonly run: RunId; readonly as: RunId; readonly version: RetryVersion }[];
  readonly refused: RefusedRun[];
}

/**
 * Retries runs one after another, at a limited rate, because the system that failed may not have recovered
 * fully. A rejected retry doesn't stop the others. An outage stops the loop; repeating the command resumes
 * it.
 */
export async function retryRuns(
  context: Context,
  controller: RunController,
  workspace: WorkspaceId,
  runs: readonly RunId[],
  { perSecond, ...params }: RetryParams & { perSecond: number },
): Promise<Retried> {
  const done: Retried = { retried: [], refused: [] };
  const startedMs = performance.now();
  for (const [index, run] of runs.entries()) {
    const aheadMs = startedMs + (index * 1_000) / perSecond - performance.now();
    if (aheadMs > 0) await sleep(aheadMs);
    try {
      const { run: as, version } = await retryRun(context, controller, { workspace, run }, params);
      done.retried.push({ run, as, version });
    } catch (error) {
      done.refused.push({ run, reason: refusalIn(error) });
    }
  }
  return done;
}
