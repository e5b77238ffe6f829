import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import { conflict, HarkError, invalid } from '../../../lib/errors.ts';
import type { RunId } from '../../../lib/ids.ts';
import { isStorable } from '../../../lib/storable.ts';
import { type Act, type Principal, reachOf } from '../../access/index.ts';
import type { WorkflowName } from '../../workflows/index.ts';
import type { LoadedRun } from '../execution/execution-store.ts';
import { runLimits, startedInput } from '../model/run.ts';
import { insertStarted } from './start-store.ts';

/** A run that another run's step starts. */
interface StartParams {
  readonly workflow: WorkflowName;
  /** The run reads this as `__data`. */
  readonly data: unknown;
  /** The acts that the principal must be allowed to perform on the owner's workflows. */
  readonly needs: readonly Act[];
  /** The run whose step starts this run. */
  readonly startedBy: Pick<LoadedRun, 'id' | 'root' | 'depth' | 'trace'>;
  /** Whether that step waits until this run has ended. */
  readonly isCalled?: boolean;
}

/**
 * Starts a run of the published version from a step, in the step's transaction. The run acts as its workflow's
 * owner. A missing workflow and a workflow that the principal can't start result in the same error from the same
 * query (spec/runs §2.6).
 */
export async function startRun(
  { transaction, clock }: { transaction: Transaction; clock: Clock },
  principal: Principal,
  { workflow, data, needs, startedBy, isCalled = false }: StartParams,
): Promise<{ run: RunId; workflow: string }> {
  const input = startedInput(data);
  const depth = startedBy.depth + 1;
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
    ...{ id, workflow, input, now, isSent: false, depth, trigger: null },
    owner: reaches.includes('own') ? principal.user.id : null,
    trace: startedBy.trace,
    startedBy: startedBy.id,
    root: startedBy.root,
    calledBy: isCalled ? startedBy.id : null,
  });
  if (!found) throw notStartable(principal, workflow);
  if (!found.isPublished) throw notPublished(found.name);
  if (!found.isOn) throw workflowOff(found.name);
  if (found.limit) throw overLimit(found.limit);
  return { run: id, workflow: found.name };
}

const overLimit = (limit: 'descendants' | 'startedWaiting'): HarkError =>
  limit === 'descendants'
    ? invalid(
        'started_too_many',
        'Steps have started 1,000 runs since the first run of this chain. Remove the loop, or send further work as new requests.',
      )
    : invalid(
        'started_waiting',
        '10,000 runs that steps have started are waiting in this workspace. Wait until they have started, or cancel them.',
      );

/** Reads a workflow name that a template rendered. */
export function readWorkflowName(value: unknown): string {
  if (typeof value === 'string' && value !== '' && isStorable(value)) return value;
  throw invalid('start_workflow', 'workflow: must be the name of a workflow.');
}

/** The error for a workflow that can't start runs at the moment. */
export const workflowOff = (name: string): HarkError =>
  conflict('workflow_off', `"${name}" is switched off, or its owner is. Switch it on first.`);

/** The error for a workflow that has no version yet (spec/rest-api §12.4). */
export const notPublished = (name: string): HarkError =>
  conflict('not_published', `"${name}" has never been published. Publish it first.`);

/** The error for a missing workflow, and also for a workflow that the principal can't start. */
export const notStartable = ({ user }: Principal, workflow: WorkflowName): HarkError =>
  new HarkError(
    'not-found',
    'unknown_workflow',
    `There is no workflow "${workflow}" that ${user.name} can start. Check the workflow's name and the permissions of the user's role.`,
  );
