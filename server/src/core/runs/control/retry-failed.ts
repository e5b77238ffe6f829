import { setTimeout as sleep } from 'node:timers/promises';
import { HarkError } from '../../../lib/errors.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { selectFailed } from './control-store.ts';
import { type RetryParams, type RetryVersion, retryRun } from './retry-run.ts';
import type { RunController } from './run-control.ts';

/** More than these are retried by saying it again. */
const maxRetries = 100_000;

/** The failed runs of an outage. */
export interface FailedRuns {
  readonly since: Date;
  readonly until: Date;
  /** Of this workflow only. */
  readonly workflow: WorkflowId | null;
}

/** Finds runs that failed in that time and were not retried. */
export const findFailed = (
  { db }: Context,
  workspace: WorkspaceId,
  failed: FailedRuns,
): Promise<readonly RunId[]> =>
  db.read(workspace, (transaction) => selectFailed(transaction, workspace, { ...failed, most: maxRetries }));

/** What became of many retries. */
export interface Retried {
  readonly retried: { readonly run: RunId; readonly as: RunId; readonly version: RetryVersion }[];
  /** Those that were left as they are, with the reason. */
  readonly refused: { readonly run: RunId; readonly reason: string }[];
}

/**
 * Retries runs one after the other, so many a second at most: whatever failed may be weak still. What one refuses stops nobody
 * else; a trouble of the service ends it, and saying it again goes on where it ended.
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
