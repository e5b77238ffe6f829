import type { PlannedChange, StateChange } from '../state/compare-states.ts';
import type { WorkspaceResult } from './apply-sections.ts';

/** What `apply` changes (spec/provisioning §7.2). */
export interface Plan {
  /** Each change, with the base URL of its workspace. */
  readonly changes: readonly ({ readonly workspace: string } & PlannedChange)[];
  readonly summary: Readonly<Record<PlannedChange['action'], number>>;
  /** Warnings about items that a user changed since `apply` last did (spec/provisioning §7.4). Absent if there are none. */
  readonly overwrites?: readonly string[];
  /** Warnings about steps that will fail (spec/provisioning §7.5). Absent if there are none. */
  readonly warnings?: readonly string[];
}

/** What `apply` changes in one workspace, and its result. */
export interface PlannedWorkspace {
  readonly workspace: string;
  readonly result: WorkspaceResult;
  readonly changes: readonly StateChange[];
  readonly overwrites: readonly string[];
  readonly warnings: readonly string[];
}

/** Returns the part of a plan that the result of `apply` contains too (spec/provisioning §4.1). */
export const doneOf = (planned: readonly PlannedWorkspace[]): Pick<Plan, 'changes' | 'summary'> => {
  const { changes, summary } = planOf(planned);
  return { changes, summary };
};

/** Combines the changes of several workspaces. */
export function planOf(planned: readonly PlannedWorkspace[]): Plan {
  const changes = planned.flatMap(({ workspace, changes }) =>
    changes.map(({ section, item, action, fields }) => ({ workspace, section, item, action, fields })),
  );
  const count = (action: PlannedChange['action']) =>
    changes.filter((change) => change.action === action).length;
  const overwrites = planned.flatMap((one) => one.overwrites);
  const warnings = planned.flatMap((one) => one.warnings);
  return {
    changes,
    ...(overwrites.length > 0 && { overwrites }),
    ...(warnings.length > 0 && { warnings }),
    summary: { create: count('create'), update: count('update'), delete: count('delete') },
  };
}
