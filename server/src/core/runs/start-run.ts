import type { Transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { invalid } from '../../lib/errors.ts';
import type { RunId, WorkspaceId } from '../../lib/ids.ts';
import { isStorable } from '../../lib/storable.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { runLimits } from './run.ts';
import { insertStarted } from './start-store.ts';
import { startedInput } from './started-input.ts';

/** A run that another one starts. */
export interface StartedRun {
  readonly workspace: WorkspaceId;
  /** By its name. */
  readonly workflow: unknown;
  /** What it can read as `__data`. */
  readonly data: unknown;
  /** Of the run that starts it. */
  readonly depth: number;
  /** Of the run that starts it: they are one story. */
  readonly trace: string | null;
}

/**
 * Starts a run of another workflow of the same workspace, in the transaction of the step that wants it: there is exactly one. It runs as
 * the owner of its own workflow. Nobody hands it over from here; the sweeper does.
 */
export async function startRun(
  { transaction, clock }: { transaction: Transaction; clock: Clock },
  { workspace, workflow, data, depth, trace }: StartedRun,
): Promise<RunId> {
  if (typeof workflow !== 'string' || workflow === '' || !isStorable(workflow)) {
    throw invalid('start_workflow', 'workflow: must be the name of a workflow.');
  }
  const input = startedInput(data);
  if (depth >= runLimits.depth) {
    throw invalid(
      'started_too_deep',
      `This run was started by a workflow that was started by a workflow, ${depth} times over. Break the circle.`,
    );
  }
  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  const started = { id, workflow, input, depth: depth + 1, trace, now };
  const found = await insertStarted(transaction, workspace, started);
  if (!found) throw invalid('unknown_workflow', `There is no workflow "${workflow}" in this workspace.`);
  if (!found.isEnabled) throw invalid('workflow_disabled', `The workflow "${workflow}" is switched off.`);
  return id;
}
