import { conflict } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import {
  type ControlledRun,
  copySteps,
  insertRetry,
  type RunAddress,
  selectForControl,
} from './control-store.ts';
import { refuseRepeatedCalls } from './repeated-calls.ts';
import { type RunController, requireRunRight } from './run-control.ts';

/** How a run is tried again. */
export interface RetryWish {
  /** Where the new run begins: where the old one failed, or at the first step. */
  readonly from: 'failed step' | 'start';
  /** Whether calls to the outside that the old run has made may be made again. */
  readonly repeatCalls: boolean;
}

/**
 * Tries a failed or cancelled run again as a new run, linked to it (decisions 4). From the failed step it keeps the old version and takes
 * over what the finished steps gave; from the start it takes the version that is published now. A run is retried once: then
 * the new one can be.
 */
export async function retryRun(
  { db, clock, key }: Context,
  controller: RunController,
  address: RunAddress,
  { from, repeatCalls }: RetryWish,
): Promise<RunId> {
  const { workspace } = address;
  return db.withWorkspace(workspace, async (transaction) => {
    const found = await selectForControl(transaction, address);
    requireRunRight(controller, 'runs.retry', address, found);
    const workflow = requireRetriable(found);
    if (from === 'start' && !repeatCalls) {
      await refuseRepeatedCalls(transaction, address, 'retry from the failed step');
    }

    const now = clock.now();
    const id = uuid7(now.getTime()) as RunId;
    const version = from === 'start' ? workflow.version : found.version;
    await insertRetry(transaction, address, { id, version, now });
    if (from === 'failed step') await copySteps(transaction, address, id);
    await recordAudit(
      { transaction, workspace, actor: controller.actor, clock, key },
      {
        action: 'run retried',
        subject: { type: 'workflow', id: found.workflowId, name: workflow.name },
        old: { run: found.id, status: found.status },
        new: { run: id, from, repeat_calls: repeatCalls },
      },
    );
    return id;
  });
}

function requireRetriable({ id, status, retriedAs, workflow }: ControlledRun) {
  if (status !== 'failed' && status !== 'cancelled') {
    const advice = status === 'succeeded' ? 'There is nothing to retry.' : 'Wait for its end, or cancel it.';
    throw conflict('run_not_retriable', `The run ${id} is ${status}. ${advice}`);
  }
  if (retriedAs !== null) {
    throw conflict('run_retried', `The run ${id} was retried already, as ${retriedAs}. Look at that one.`);
  }
  if (!workflow) throw conflict('workflow_deleted', `The workflow of run ${id} was deleted.`);
  if (!workflow.isEnabled) {
    throw conflict(
      'workflow_disabled',
      `The workflow "${workflow.name}" is switched off. Switch it on first.`,
    );
  }
  return workflow;
}
