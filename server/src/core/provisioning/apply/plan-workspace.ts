import type { Change } from '../../audit/index.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import type { WorkspaceItem } from '../file/file-schema.ts';
import { compareStates, type StateChange } from '../state/compare-states.ts';
import { type EditedItems, editOf, findEditedItems } from '../state/edited-items.ts';
import { readState } from '../state/workspace-state.ts';
import { type ApplyOptions, applySections } from './apply-sections.ts';
import { inOrderOfApply } from './order-changes.ts';
import type { PlannedWorkspace } from './plan.ts';

/**
 * Applies one workspace of a file and returns what that changed (spec/provisioning §7.1). The caller rolls the
 * transaction back.
 */
export async function planWorkspace(
  change: Change,
  item: WorkspaceItem,
  index: number,
  { isNew, ...options }: ApplyOptions & { readonly isNew: boolean },
): Promise<PlannedWorkspace> {
  // Otherwise the changes of a concurrent call would count as changes of this one.
  await lockWorkspace(change.transaction, change.workspace);
  const before = await readState(change);
  const edited = await findEditedItems(change, before);
  const { leadChanges } = await applySections(change, item, index, options);
  const differences = compareStates(before, await readState(change), { isNew });
  const changes = inOrderOfApply([...differences, ...leadChanges], item);
  return { workspace: item.base_url.baseUrl, changes, overwrites: describeOverwrites(edited, changes) };
}

/** Names the items that a user changed since `apply` last did, and that this file changes again. */
function describeOverwrites(edited: EditedItems, changes: readonly StateChange[]): string[] {
  return changes.flatMap((one) => {
    const edit = editOf(edited, one);
    if (!edit) return [];
    const who = edit.user?.name ?? 'The operator';
    return `${one.section} "${one.item}": ${who} changed it at ${edit.at.toISOString()}, after the last apply.`;
  });
}
