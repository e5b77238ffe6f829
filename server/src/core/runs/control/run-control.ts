import { HarkError } from '../../../lib/errors.ts';
import type { UserId } from '../../../lib/ids.ts';
import type { Actor } from '../../audit/index.ts';
import type { ControlledRun, RunAddress } from './control-store.ts';

type RunAct = 'runs.view' | 'runs.start' | 'runs.cancel' | 'runs.retry';

/** Who controls runs: whom the audit names, and what he may do with the workflows of an owner. */
export interface RunController {
  readonly actor: Actor;
  may(act: RunAct, owner: UserId): boolean;
}

/**
 * Users who can edit a workflow can start, cancel and retry its runs (spec/rest-api §7.2). A run that the
 * user can't see is reported as missing. A run whose workflow was deleted has no owner any more, and only the
 * operator's commands control it.
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
