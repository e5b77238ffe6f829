import { z } from 'zod';
import { cancelRuns, retryRuns } from '../../../core/runs/index.ts';
import type { ConsoleData } from '../console-data.ts';
import { controllerOf } from '../controller-of.ts';
import { type Operation, operation } from '../operation.ts';
import { runId } from './filter.ts';

/** The max runs in one request. The console sends several requests, and shows the progress in between. */
const maxRuns = 25;
/** Retries start slowly, because the system that failed may not have recovered fully. */
const retriesPerSecond = 50;

const body = z.strictObject({ runs: z.array(runId).min(1).max(maxRuns) });
const refused = z.array(z.object({ run: z.string(), reason: z.string() }));

/** Retries and cancels several runs. Each run is checked and recorded as if it were the only one. */
export const bulkOperations = ({ engine }: Pick<ConsoleData, 'engine'>): Operation[] => [
  operation({
    method: 'POST',
    path: '/runs/retry',
    act: 'runs.retry',
    body,
    answer: z.object({ retried: z.array(z.object({ run: z.string(), as: z.string() })), refused }),
    handle: async (caller, { body: { runs } }) => {
      const done = await retryRuns(
        caller.context,
        controllerOf(caller),
        caller.principal.workspace.id,
        runs,
        { from: 'failed step', repeatCalls: false, perSecond: retriesPerSecond },
      );
      return {
        retried: done.retried.map(({ run, as }) => ({ run, as })),
        refused: done.refused.map((one) => ({ ...one })),
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/runs/cancel',
    act: 'runs.cancel',
    body,
    answer: z.object({ cancelled: z.array(z.string()), refused }),
    handle: async (caller, { body: { runs } }) => {
      const { id } = caller.principal.workspace;
      const done = await cancelRuns(caller.context, controllerOf(caller), id, runs, engine);
      return { cancelled: done.cancelled, refused: done.refused.map((one) => ({ ...one })) };
    },
  }),
];
