import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import type { RunId, UserId } from '../../../lib/ids.ts';
import { may as mayAct, type Principal, requireUnlimited } from '../../access/index.ts';
import type { Actor } from '../../audit/index.ts';
import { typesWhere } from '../../workflows/index.ts';
import { type ControlledRun, type RunAddress, selectOutsideSteps } from './control-store.ts';

type RunAct = 'runs.view' | 'runs.start' | 'runs.cancel' | 'runs.retry';

/**
 * Who controls runs: the actor for the audit log, and which workflows' runs the actor may control, by owner.
 */
export interface RunController {
  readonly actor: Actor;
  /** `owner` is null if the workflow was deleted. */
  may(act: RunAct, owner: UserId | null): boolean;
  /** The user, to explain a refusal. Undefined for operators, who have all permissions. */
  readonly principal?: Principal;
}

/** Returns a user as a controller of runs. */
export const controllerAs = (principal: Principal, actor: Actor): RunController => ({
  actor,
  may: (act, owner) => mayAct(principal, act, owner),
  principal,
});

/**
 * Throws unless the user can control the run. Users who can edit a workflow can start, cancel and retry its
 * runs (spec/rest-api §7.2). A run that the user can't see is treated as missing. The runs of a deleted workflow
 * need permission for all workflows.
 */
export function requireRunRight(
  controller: RunController,
  act: Exclude<RunAct, 'runs.view'>,
  { run }: RunAddress,
  found: ControlledRun | undefined,
): asserts found is ControlledRun {
  const owner = found?.workflow?.owner ?? null;
  if (!found || !controller.may('runs.view', owner)) {
    throw new HarkError('not-found', 'unknown_run', `There is no run ${run} in this workspace.`);
  }
  if (controller.principal && act !== 'runs.cancel')
    requireUnlimited(controller.principal, 'start or retry runs');
  if (!controller.may(act, owner)) {
    throw new HarkError(
      'forbidden',
      'run_forbidden',
      'You need edit access to this workflow to control its runs.',
    );
  }
}

/** A run that couldn't be controlled, with the reason. */
export interface RefusedRun {
  readonly run: RunId;
  readonly reason: string;
}

/** Returns why one of several runs couldn't be controlled. Throws errors that affect the others too. */
export function refusalIn(error: unknown): string {
  if (error instanceof HarkError && refusals.includes(error.kind)) return error.message;
  throw error;
}

const refusals: readonly string[] = ['conflict', 'not-found', 'forbidden'];

/** Types of steps with effects outside this workspace's records, which a retry would repeat. */
const outsideTypes = typesWhere(({ reaches }) => reaches === 'outside' || reaches === 'runs');
const maxNames = 5;

/** Throws if a retry would repeat outgoing calls, unless the caller allows it. */
export async function refuseRepeatedCalls(
  transaction: Transaction,
  address: RunAddress,
  instead?: string,
): Promise<void> {
  const steps = await selectOutsideSteps(transaction, address, outsideTypes);
  if (steps.length === 0) return;
  const names = steps.slice(0, maxNames).map((step) => `“${step}”`);
  const listed = [...names, ...(steps.length > maxNames ? ['others'] : [])].join(', ');
  const has = steps.length === 1 ? 'has' : 'have';
  const advice = ['Confirm to repeat this', ...(instead === undefined ? [] : [instead])].join(', or ');
  throw conflict(
    'calls_would_repeat',
    `${listed} ${has} already sent an HTTP request, sent an email or started a workflow. Running from the first step repeats this. ${advice}.`,
  );
}
