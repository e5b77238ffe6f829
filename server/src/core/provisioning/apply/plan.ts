import type { PlannedChange, StateChange } from '../state/compare-states.ts';

/** What `apply` changes (spec/provisioning §7.2). */
export interface Plan {
  /** Each change, with the base URL of its workspace. */
  readonly changes: readonly ({ readonly workspace: string } & PlannedChange)[];
  readonly summary: Readonly<Record<PlannedChange['action'], number>>;
}

/** Combines the changes of several workspaces. */
export function planOf(
  planned: readonly { readonly workspace: string; readonly changes: readonly StateChange[] }[],
): Plan {
  const changes = planned.flatMap(({ workspace, changes }) =>
    changes.map(({ section, item, action, fields }) => ({ workspace, section, item, action, fields })),
  );
  const count = (action: PlannedChange['action']) =>
    changes.filter((change) => change.action === action).length;
  return {
    changes,
    summary: { create: count('create'), update: count('update'), delete: count('delete') },
  };
}
