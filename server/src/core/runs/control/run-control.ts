import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import type { UserId } from '../../../lib/ids.ts';
import type { Actor } from '../../audit/index.ts';
import { typesWhere } from '../../workflows/index.ts';
import { type ControlledRun, type RunAddress, selectOutsideSteps } from './control-store.ts';

type RunAct = 'runs.view' | 'runs.start' | 'runs.cancel' | 'runs.retry';

/** Controls runs: the actor in the audit log, and its permissions on an owner's workflows. */
export interface RunController {
  readonly actor: Actor;
  may(act: RunAct, owner: UserId): boolean;
}

/**
 * Users who can edit a workflow can start, cancel and retry its runs (spec/rest-api §7.2). A run that the
 * user can't see counts as missing. If its workflow was deleted, only operator commands control it.
 */
export function requireRunRight(
  controller: RunController,
  act: Exclude<RunAct, 'runs.view'>,
  { run }: RunAddress,
  found: ControlledRun | undefined,
): asserts found is ControlledRun {
  const owner = found?.workflow?.owner;
  const isOperator = controller.actor.user === null;
  const maySee = isOperator || (owner !== undefined && controller.may('runs.view', owner));
  if (!found || !maySee) {
    throw new HarkError('not-found', 'unknown_run', `There is no run ${run} in this workspace.`);
  }
  if (!isOperator && owner !== undefined && !controller.may(act, owner)) {
    throw new HarkError(
      'forbidden',
      'run_forbidden',
      'Only who may edit the workflow may do this to its runs.',
    );
  }
}

/** Steps with effects outside this workspace's records, which a retry would repeat. */
const outsideTypes = typesWhere(({ reaches }) => reaches === 'outside' || reaches === 'runs');
const maxNames = 5;

/** Rejects a retry that would repeat outside calls, unless the caller allows it. */
export async function refuseRepeatedCalls(
  transaction: Transaction,
  address: RunAddress,
  instead?: string,
): Promise<void> {
  const steps = await selectOutsideSteps(transaction, address, outsideTypes);
  if (steps.length === 0) return;
  const names = steps.slice(0, maxNames).map((step) => `“${step}”`);
  const who = [...names, ...(steps.length > maxNames ? ['others'] : [])].join(', ');
  const has = steps.length === 1 ? 'has' : 'have';
  const advice = ['Confirm that this is wanted', ...(instead === undefined ? [] : [instead])].join(', or ');
  throw conflict(
    'calls_would_repeat',
    `${who} ${has} already called an address, sent a mail or started a workflow. From the first step this happens again. ${advice}.`,
  );
}
