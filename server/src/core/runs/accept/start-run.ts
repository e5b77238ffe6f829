import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import { conflict, HarkError, invalid } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import { isStorable } from '../../../lib/storable.ts';
import { type Act, type Principal, reachOf } from '../../access/index.ts';
import type { WorkflowName } from '../../workflows/index.ts';
import { runLimits, startedInput } from '../model/run.ts';
import { insertStarted } from './start-store.ts';

/** Parameters for a run that isn't started by a request to a listener. */
interface StartParams {
  readonly workflow: WorkflowName;
  /** The run reads this as `__data`. */
  readonly data: unknown;
  /** The acts that the principal must be allowed to perform on the owner's workflows. */
  readonly needs: readonly Act[];
  /** Whether this process sends the run to the engine once it is stored. */
  readonly isSent: boolean;
  /** The run whose step starts this run. */
  readonly startedBy?: { readonly run: RunId; readonly depth: number; readonly trace: string | null };
}

/**
 * Starts a run of the published version in the caller's transaction. All permission checks for starting a
 * run, manually or from a step, are here. The run acts as its workflow's owner. A missing workflow and a
 * workflow that the principal can't start result in the same error from the same query (spec/runs §2.6).
 */
export async function startRun(
  { transaction, clock }: { transaction: Transaction; clock: Clock },
  principal: Principal,
  { workflow, data, needs, isSent, startedBy }: StartParams,
): Promise<{ run: RunId; workflow: string }> {
  const input = startedInput(data);
  const depth = startedBy ? startedBy.depth + 1 : 0;
  if (depth > runLimits.depth) {
    throw invalid(
      'started_too_deep',
      `Workflows started each other ${runLimits.depth} levels deep. Remove the loop.`,
    );
  }
  const reaches = needs.map((act) => reachOf(principal, act));
  if (reaches.includes('none')) throw notStartable(principal, workflow);
  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  const found = await insertStarted(transaction, principal.workspace.id, {
    ...{ id, workflow, input, now, isSent, depth },
    owner: reaches.includes('own') ? principal.user.id : null,
    trace: startedBy?.trace ?? null,
    startedBy: startedBy?.run ?? null,
  });
  if (!found) throw notStartable(principal, workflow);
  if (!found.isOn) {
    throw conflict(
      'workflow_off',
      `The workflow "${found.name}" is disabled, or its owner is deactivated. Enable it first.`,
    );
  }
  return { run: id, workflow: found.name };
}

/** Reads a workflow name that a template rendered. */
export function readWorkflowName(value: unknown): string {
  if (typeof value === 'string' && value !== '' && isStorable(value)) return value;
  throw invalid('start_workflow', 'workflow: must be the name of a workflow.');
}

const notStartable = ({ user }: Principal, workflow: WorkflowName): HarkError =>
  new HarkError(
    'not-found',
    'unknown_workflow',
    `There is no workflow "${workflow}" that ${user.name} can start. Check the workflow's name and the permissions of the user's role.`,
  );
