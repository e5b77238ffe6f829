import { setTimeout as sleep } from 'node:timers/promises';
import { HarkError } from '../../../lib/errors.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { selectFailed } from './control-store.ts';
import { type RetryParams, type RetryVersion, retryRun } from './retry-run.ts';
import type { RunController } from './run-control.ts';

/** To retry more than this, repeat the command. */
const maxRetries = 100_000;

export interface FailedRuns {
  readonly since: Date;
  readonly until: Date;
  /** Limits the search to this workflow. */
  readonly workflow: WorkflowId | null;
}

/** Finds runs that failed in that period and were not retried. */
export const findFailed = (
  { db }: Context,
  workspace: WorkspaceId,
  failed: FailedRuns,
): Promise<readonly RunId[]> =>
  db.read(workspace, (transaction) => selectFailed(transaction, workspace, { ...failed, most: maxRetries }));

export interface Retried {
  readonly retried: { readonly run: RunId; readonly as: RunId; readonly version: RetryVersion }[];
  /** Runs that were not retried, with the reason. */
  readonly refused: { readonly run: RunId; readonly reason: string }[];
}

/**
 * Retries runs one after the other, at a limited rate, because the system that failed may still be weak. A
 * rejected retry does not stop the others. An outage ends the loop; repeating the command resumes it.
 */
export async function retryRuns(
  context: Context,
  controller: RunController,
  workspace: WorkspaceId,
  runs: readonly RunId[],
  { perSecond, ...wish }: RetryParams & { perSecond: number },
): Promise<Retried> {
  const done: Retried = { retried: [], refused: [] };
  const begunMs = performance.now();
  for (const [index, run] of runs.entries()) {
    const aheadMs = begunMs + (index * 1_000) / perSecond - performance.now();
    if (aheadMs > 0) await sleep(aheadMs);
    try {
      const { run: as, version } = await retryRun(context, controller, { workspace, run }, wish);
      done.retried.push({ run, as, version });
    } catch (error) {
      if (!(error instanceof HarkError) || (error.kind !== 'conflict' && error.kind !== 'not-found'))
        throw error;
      done.refused.push({ run, reason: error.message });
    }
  }
  return done;
}
