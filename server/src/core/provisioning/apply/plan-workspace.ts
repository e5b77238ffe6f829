import type { Change } from '../../audit/index.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import type { WorkspaceItem } from '../file/file-schema.ts';
import { compareStates, type StateChange } from '../state/compare-states.ts';
import { readState } from '../state/workspace-state.ts';
import { type ApplyOptions, applySections } from './apply-sections.ts';
import { inOrderOfApply } from './order-changes.ts';

/**
 * Applies one workspace of a file and returns what that changed (spec/provisioning §7.1). The caller rolls the
 * transaction back.
 */
export async function planWorkspace(
  change: Change,
  item: WorkspaceItem,
  index: number,
  { isNew, ...options }: ApplyOptions & { readonly isNew: boolean },
): Promise<StateChange[]> {
  // Otherwise the changes of a concurrent call would count as changes of this one.
  await lockWorkspace(change.transaction, change.workspace);
  const before = await readState(change);
  const { leadChanges } = await applySections(change, item, index, options);
  const differences = compareStates(before, await readState(change), { isNew });
  return inOrderOfApply([...differences, ...leadChanges], item);
}
