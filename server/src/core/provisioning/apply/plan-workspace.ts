import type { Change } from '../../audit/index.ts';
import { describeFailingSteps } from '../../workflows/index.ts';
import { lockWorkspace } from '../../workspaces/index.ts';
import type { WorkspaceItem } from '../file/file-schema.ts';
import { compareStates, type StateChange } from '../state/compare-states.ts';
import { type EditedItems, editOf, findEditedItems } from '../state/edited-items.ts';
import { readState, type WorkspaceState } from '../state/workspace-state.ts';
import { type ApplyOptions, applySections } from './apply-sections.ts';
import { inOrderOfApply } from './order-changes.ts';
import type { PlannedWorkspace } from './plan.ts';

/**
 * Applies one workspace of a file and returns what that changed. For a plan, the caller rolls the transaction back
 * (spec/provisioning §7.1).
 */
export async function applyWorkspace(
  change: Change,
  item: WorkspaceItem,
  index: number,
  { isNew, hasMail = true, ...options }: ApplyOptions & { readonly isNew: boolean },
): Promise<PlannedWorkspace> {
  // Otherwise the changes of a concurrent call would count as changes of this one.
  await lockWorkspace(change.transaction, change.workspace);
  const before = await readState(change);
  const edited = await findEditedItems(change, before);
  const { result, leadChanges } = await applySections(change, item, index, options);
  const after = await readState(change);
  const differences = compareStates(before, after, { isNew });
  const changes = inOrderOfApply([...differences, ...leadChanges], item);
  return {
    workspace: item.base_url.baseUrl,
    result,
    changes,
    overwrites: describeOverwrites(edited, changes),
    warnings: warnSteps(item, after, hasMail),
  };
}

/** Describes the steps in the file's workflows that will fail (spec/provisioning §7.5). */
function warnSteps({ workflows = [] }: WorkspaceItem, after: WorkspaceState, hasMail: boolean): string[] {
  const written = new Set(workflows.map(({ name }) => name));
  const secrets = new Set(after.secrets.map(({ values }) => String(values.name)));
  return after.workflows.flatMap(({ values: { name, steps } }) =>
    written.has(String(name)) && Array.isArray(steps)
      ? describeFailingSteps(String(name), steps, { hasMail, secrets })
      : [],
  );
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
