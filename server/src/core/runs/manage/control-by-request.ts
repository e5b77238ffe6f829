import type { RunId } from '../../../lib/ids.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import {
  type ApiCaller,
  changeOnce,
  type GivenAnswer,
  type RepeatableRequest,
} from '../../idempotency/index.ts';
import { cancelIn, type TakeBack, takeBack } from '../control/cancel-run.ts';
import { type RetryParams, retryIn } from '../control/retry-run.ts';
import { controllerAs } from '../control/run-control.ts';
import { selectRunList } from '../list/run-list-store.ts';
import { everyRun } from '../list/run-scope-store.ts';
import { noRun } from '../list/view-runs.ts';
import type { RunJob } from '../model/run-engine.ts';
import { type RunRecord, showRun } from './run-record.ts';

/** Retries a run for a REST request, once per Idempotency-Key (spec/rest-api §13.2). */
export const retryByRequest = (
  context: Context,
  caller: ApiCaller,
  request: RepeatableRequest,
  run: RunId,
  params: RetryParams,
): Promise<GivenAnswer> =>
  changeOnce(context, caller, request, async (change) => {
    const retried = await retryIn(change, controllerAs(caller.principal, change.actor), run, params);
    return { status: 200, body: { run: await recordIn(change, retried.run), version: retried.version } };
  });

/** Cancels a run for a REST request, once per Idempotency-Key (spec/rest-api §13.3). */
export async function cancelByRequest(
  context: Context,
  caller: ApiCaller,
  request: RepeatableRequest,
  run: RunId,
  engine: TakeBack,
): Promise<GivenAnswer> {
  let cancelled: RunJob | undefined;
  const answer = await changeOnce(context, caller, request, async (change) => {
    cancelled = await cancelIn(change, controllerAs(caller.principal, change.actor), run);
    return { status: 200, body: { run: await recordIn(change, run) } };
  });
  if (cancelled) await takeBack(cancelled, engine);
  return answer;
}

/** Returns a run without its input, because stored responses aren't searched when a person is erased. */
async function recordIn({ transaction, workspace }: Change, run: RunId): Promise<RunRecord> {
  const [found] = await selectRunList(
    transaction,
    workspace,
    { ...everyRun, ids: [run] },
    { before: null, most: 1 },
  );
  if (!found) throw noRun();
  return showRun(found);
}
