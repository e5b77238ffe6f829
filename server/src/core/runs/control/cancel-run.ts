import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict } from '../../../lib/errors.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import { type Change, makeChange, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { notifyAnswer, wakeRun } from '../execution/execution-store.ts';
import type { RunEngine, RunJob } from '../model/run-engine.ts';
import {
  type ControlledRun,
  cancelApproval,
  type RunAddress,
  selectAwaitedRun,
  selectForControl,
  updateCancelled,
} from './control-store.ts';
import { type RefusedRun, type RunController, refusalIn, requireRunRight } from './run-control.ts';

/** Cancels a job in the engine. This may fail, because the fence alone is enough to stop a cancelled run. */
export type TakeBack = Pick<RunEngine, 'cancel'> | undefined;

/**
 * Cancels a run that is queued, running or waiting. Completed steps aren't undone. A step in progress is
 * rolled back; if it is making an outgoing call, the call's result is ignored. A run that is already
 * cancelled stays unchanged.
 */
export async function cancelRun(
  context: Context,
  controller: RunController,
  address: RunAddress,
  engine: TakeBack,
): Promise<{ wasCancelled: boolean }> {
  const cancelled = await makeChange(context, address.workspace, controller.actor, (change) =>
    cancelIn(change, controller, address.run),
  );
  if (cancelled) await takeBack(cancelled, engine);
  return { wasCancelled: cancelled !== undefined };
}

/**
 * Like `cancelRun`, as part of a change. After the commit, pass the result to `takeBack`.
 * @returns undefined if the run was already cancelled
 */
export async function cancelIn(
  change: Change,
  controller: RunController,
  run: RunId,
): Promise<RunJob | undefined> {
  const { transaction, workspace, clock } = change;
  const address = { workspace, run };
  const found = await selectForControl(transaction, address);
  requireRunRight(controller, 'runs.cancel', address, found);
  if (found.status === 'cancelled') return undefined;
  requireUnfinished(found);
  await endAsCancelled(transaction, workspace, found, clock.now());
  if (found.calledBy) await wakeRun(transaction, workspace, found.calledBy);
  await recordAudit(change, {
    action: 'run cancelled',
    subject: { type: 'workflow', id: found.workflowId, name: found.workflow?.name ?? 'deleted' },
    old: { run: found.id, status: found.status },
    new: { run: found.id, status: 'cancelled' },
  });
  return { workspace, run: found.id, fence: found.fence };
}

/** Tells the engine that a run was cancelled. */
export const takeBack = async (job: RunJob, engine: TakeBack): Promise<void> =>
  engine?.cancel(job).catch(() => undefined);

/** Cancels a run that its caller no longer waits for (spec/runs §2.12). A run that has ended stays unchanged. */
export async function cancelCalledRun(
  transaction: Transaction,
  address: RunAddress,
  now: Date,
): Promise<void> {
  const found = await selectForControl(transaction, address);
  if (found && found.status !== 'succeeded' && found.status !== 'failed' && found.status !== 'cancelled')
    await endAsCancelled(transaction, address.workspace, found, now);
}

/** Cancels a locked run, and the approval or the run that it waits for. */
async function endAsCancelled(
  transaction: Transaction,
  workspace: WorkspaceId,
  { id, fence, isAwaited }: ControlledRun,
  now: Date,
): Promise<void> {
  const address = { workspace, run: id };
  await updateCancelled(transaction, address, fence, now);
  await cancelApproval(transaction, address, now);
  if (isAwaited) await notifyAnswer(transaction, id);
  const called = await selectAwaitedRun(transaction, address);
  if (called) await cancelCalledRun(transaction, { workspace, run: called }, now);
}

/** Cancels runs one after another. A run that can't be cancelled doesn't stop the others. */
export async function cancelRuns(
  context: Context,
  controller: RunController,
  workspace: WorkspaceId,
  runs: readonly RunId[],
  engine: TakeBack,
): Promise<{ cancelled: RunId[]; refused: RefusedRun[] }> {
  const done: { cancelled: RunId[]; refused: RefusedRun[] } = { cancelled: [], refused: [] };
  for (const run of runs) {
    try {
      await cancelRun(context, controller, { workspace, run }, engine);
      done.cancelled.push(run);
    } catch (error) {
      done.refused.push({ run, reason: refusalIn(error) });
    }
  }
  return done;
}

function requireUnfinished({ id, status }: ControlledRun): void {
  if (status === 'succeeded' || status === 'failed') {
    throw conflict(
      'run_ended',
      `Run ${id} has already finished with status ${status}. There is nothing to cancel.`,
    );
  }
}
