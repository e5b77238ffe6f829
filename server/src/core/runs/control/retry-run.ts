import type { Transaction } from '../../../db/driver/transaction.ts';
import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import { conflict } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import { type Change, makeChange, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { findChangedStep, isStepChanged } from '../../workflows/index.ts';
import {
  type ControlledRun,
  copySteps,
  insertRetry,
  type RunAddress,
  selectForControl,
  selectResumePoint,
} from './control-store.ts';
import { type RunController, refuseRepeatedCalls, requireRunRight } from './run-control.ts';

export interface RetryParams {
  /** Whether the new run starts where the old one failed, or at the first step. */
  readonly from: 'failed step' | 'start';
  /** Whether outgoing calls that the old run made may be repeated. */
  readonly repeatCalls: boolean;
}

export interface RetryVersion {
  /** The version that the retried run used. */
  readonly own: number;
  readonly published: number;
  /** The version that the retry uses: either `own` or the published version. */
  readonly used: number;
  /** Why the retry doesn't use the published version. */
  readonly reason: string | null;
}

export interface RetryPreview extends RetryVersion {
  /** Whether the published version defines the step that failed differently, so it may contain a fix. */
  readonly changesFailedStep: boolean;
}

/** Returns the version that a retry from the failed step would use, for users who can retry the run. */
export const previewRetry = (
  { db }: Context,
  controller: RunController,
  address: RunAddress,
): Promise<RetryPreview> =>
  db.write(address.workspace, async (transaction) => {
    const found = await selectForControl(transaction, address);
    requireRunRight(controller, 'runs.retry', address, found);
    const version = await chooseVersion(transaction, address, found, requireRetriable(found));
    return { ...version, changesFailedStep: await changesFailedStep(transaction, address, found, version) };
  });

async function changesFailedStep(
  transaction: Transaction,
  address: RunAddress,
  { workflowId: workflow }: ControlledRun,
  { own, published: other }: RetryVersion,
): Promise<boolean> {
  const point = own === other ? undefined : await selectResumePoint(transaction, address);
  const [name] = point?.path.split('#') ?? [];
  if (name === undefined) return false;
  return isStepChanged(transaction, { workspace: address.workspace, workflow }, { own, other }, name);
}

/**
 * Retries a failed or cancelled run as a new run that is linked to it (spec/runs §3.3). From the failed step,
 * the retry reuses the results of finished steps; it uses the published version if the finished steps are the
 * same there. From the start, it always uses the published version. Each run can be retried only once; after
 * that, retry the new run.
 */
export const retryRun = (
  context: Context,
  controller: RunController,
  address: RunAddress,
  params: RetryParams,
): Promise<{ run: RunId; version: RetryVersion }> =>
  makeChange(context, address.workspace, controller.actor, (change) =>
    retryIn(change, controller, address.run, params),
  );

/** Like `retryRun`, as part of a change. */
export async function retryIn(
  change: Change,
  controller: RunController,
  run: RunId,
  { from, repeatCalls }: RetryParams,
): Promise<{ run: RunId; version: RetryVersion }> {
  const { transaction, workspace, clock } = change;
  const address = { workspace, run };
  const found = await selectForControl(transaction, address);
  requireRunRight(controller, 'runs.retry', address, found);
  const workflow = requireRetriable(found);
  if (from === 'start' && !repeatCalls) {
    await refuseRepeatedCalls(transaction, address, 'retry from the failed step');
  }

  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  const version =
    from === 'start'
      ? { own: found.version, published: workflow.version, used: workflow.version, reason: null }
      : await chooseVersion(transaction, address, found, workflow);
  await insertRetry(transaction, address, { id, version: version.used, now });
  if (from === 'failed step') await copySteps(transaction, address, id);
  await recordAudit(change, {
    action: 'run retried',
    subject: { type: 'workflow', id: found.workflowId, name: workflow.name },
    old: { run: found.id, status: found.status },
    new: { run: id, from, version: version.used, repeat_calls: repeatCalls },
  });
  return { run: id, version };
}

/** Returns the published version, unless it changes steps whose results are reused. */
async function chooseVersion(
  transaction: Transaction,
  address: RunAddress,
  { workflowId, version: own }: ControlledRun,
  { version: published }: { readonly version: number },
): Promise<RetryVersion> {
  const point = own === published ? undefined : await selectResumePoint(transaction, address);
  const place = { workspace: address.workspace, workflow: workflowId };
  const changed = await findChangedStep(transaction, place, { own, other: published }, point);
  if (!changed) return { own, published, used: published, reason: null };
  const reason = changed.isMissing
    ? `Version ${published} no longer has step "${changed.name}" in the same place.`
    : `Version ${published} changes step "${changed.name}", or adds a step before it, and this run is already past that step.`;
  return { own, published, used: own, reason };
}

function requireRetriable({ id, status, retriedAs, workflow }: ControlledRun) {
  if (status !== 'failed' && status !== 'cancelled') {
    const advice =
      status === 'succeeded' ? 'There is nothing to retry.' : 'Wait until it finishes, or cancel it.';
    throw conflict('run_not_retriable', `Run ${id} is ${status}. ${advice}`);
  }
  if (retriedAs !== null) {
    throw conflict(
      'run_retried',
      `Run ${id} was already retried as run ${retriedAs}. Continue with that run.`,
    );
  }
  if (!workflow) throw conflict('workflow_deleted', `The workflow of run ${id} was deleted.`);
  if (!workflow.isEnabled) {
    throw conflict('workflow_disabled', `The workflow "${workflow.name}" is disabled. Enable it first.`);
  }
  return workflow;
}
