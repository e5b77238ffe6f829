import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { shown } from '../../../lib/shown.ts';
import type { Context } from '../../context/index.ts';
import { selectVersionSteps } from '../workflow-store.ts';
import { isObject, listsIn } from './written-steps.ts';

export interface OutlinedStep {
  readonly name: string;
  readonly type: string;
  readonly isDisabled: boolean;
  /** How many branches and loops are around the step. */
  readonly depth: number;
}

/** Lists steps as written, from top to bottom. The steps inside a disabled step aren't listed. */
export const outlineSteps = (steps: readonly unknown[], depth = 0): OutlinedStep[] =>
  steps.filter(isObject).flatMap((step) => {
    const isDisabled = step.disabled === true;
    const inside = isDisabled ? [] : listsIn(step).flatMap(({ steps }) => steps);
    const outlined = { name: shown(step.name), type: shown(step.type), isDisabled, depth };
    return [outlined, ...outlineSteps(inside, depth + 1)];
  });

/** Returns the outline of a published version. It is empty if the workflow was deleted. */
export const outlineVersion = (
  { db }: Context,
  workspace: WorkspaceId,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<OutlinedStep[]> =>
  db.read(workspace, async (transaction) => {
    const steps = await selectVersionSteps(transaction, workspace, id as WorkflowId, version);
    return outlineSteps(JSON.parse(steps ?? '[]'));
  });
