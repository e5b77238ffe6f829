import type { PlannedChange, StateChange } from '../state/compare-states.ts';

/** What `apply` changes (spec/provisioning §7.2). */
export interface Plan {
  /** Each change, with the base URL of its workspace. */
  readonly changes: readonly ({ readonly workspace: string } & PlannedChange)[];
  readonly summary: Readonly<Record<PlannedChange['action'], number>>;
  /** Warnings about items that a user changed since `apply` last did (spec/provisioning §7.4). Absent if there are none. */
  readonly overwrites?: readonly string[];
}

/** What `apply` changes in one workspace. */
export interface PlannedWorkspace {
  readonly workspace: string;
  readonly changes: readonly StateChange[];
  readonly overwrites: readonly string[];
}

/** Combines the changes of several workspaces. */
export function planOf(planned: readonly PlannedWorkspace[]): Plan {
  const changes = planned.flatMap(({ workspace, changes }) =>
    changes.map(({ section, item, action, fields }) => ({ workspace, section, item, action, fields })),
  );
  const count = (action: PlannedChange['action']) =>
    changes.filter((change) => change.action === action).length;
  const overwrites = planned.flatMap((one) => one.overwrites);
  return {
    changes,
    ...(overwrites.length > 0 && { overwrites }),
    summary: { create: count('create'), update: count('update'), delete: count('delete') },
  };
}
