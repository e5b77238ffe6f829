import { type Actor, type Change, makeChange } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { createRole, shippedRoles } from '../../roles/index.ts';
import { createWorkspace, findWorkspaceByExactHost } from '../../workspaces/index.ts';
import type { ProvisioningFile, WorkspaceItem } from '../file/file-schema.ts';
import type { ReadFile } from '../file/read-file.ts';
import type { ApplyOptions, WorkspaceResult } from './apply-sections.ts';
import { doneOf, type Plan, planOf } from './plan.ts';
import { applyWorkspace } from './plan-workspace.ts';
import { type InWorkspace, rehearsed, withChecks } from './with-checks.ts';

/** The file's contents, with IDs and generated values, and what changed (spec/provisioning §4). */
export interface ApplyResult extends ReturnType<typeof doneOf> {
  readonly workspaces: WorkspaceResult[];
}

/**
 * Applies a file. If it has errors, reports them by path, line and column and changes nothing
 * (spec/provisioning §3.3).
 */
export const applyText = (
  context: Context,
  actor: Actor,
  read: ReadFile,
  options: ApplyOptions,
): Promise<ApplyResult> =>
  withChecks(read, options, rehearsalOf(context, actor), (file) => applyFile(context, actor, file, options));

/** Returns what `applyText` would change. It does the same, in transactions that are rolled back. */
export const planText = (
  context: Context,
  actor: Actor,
  read: ReadFile,
  options: ApplyOptions,
): Promise<Plan> =>
  withChecks(read, options, rehearsalOf(context, actor), async ({ workspaces }) => {
    const planned = await inEachWorkspace(rehearsed(context), actor, workspaces, applying(options));
    return planOf(planned);
  });

/**
 * Applies a file, with one transaction per workspace. If there are several workspaces, a dry run comes first,
 * so an error in the last workspace leaves the first one unchanged too.
 */
export async function applyFile(
  context: Context,
  actor: Actor,
  { workspaces }: ProvisioningFile,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  if (workspaces.length > 1) await inEachWorkspace(rehearsed(context), actor, workspaces, applying(options));
  const applied = await inEachWorkspace(context, actor, workspaces, applying(options));
  return { workspaces: applied.map(({ result }) => result), ...doneOf(applied) };
}

const applying =
  (options: ApplyOptions) => (change: Change, item: WorkspaceItem, index: number, isNew: boolean) =>
    applyWorkspace(change, item, index, { ...options, isNew });

async function inEachWorkspace<T>(
  context: Context,
  actor: Actor,
  workspaces: readonly WorkspaceItem[],
  work: (change: Change, item: WorkspaceItem, index: number, isNew: boolean) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const [index, item] of workspaces.entries()) {
    results.push(
      await inWorkspaceOf(context, actor, item, (change, isNew) => work(change, item, index, isNew)),
    );
  }
  return results;
}

/** Runs checks in the workspaces of the file, and rolls back. */
const rehearsalOf =
  (context: Context, actor: Actor): InWorkspace =>
  (item, check) =>
    inWorkspaceOf(rehearsed(context), actor, item, check);

/** Opens a transaction in the item's workspace, creating the workspace if needed. */
async function inWorkspaceOf<T>(
  context: Context,
  actor: Actor,
  item: Pick<WorkspaceItem, 'base_url' | 'name'>,
  work: (change: Change, isNew: boolean) => Promise<T>,
): Promise<T> {
  const { baseUrl, host } = item.base_url;
  const present = await findWorkspaceByExactHost(context, host);
  if (present) return makeChange(context, present.id, actor, (change) => work(change, false));
  const created = { name: item.name ?? host, baseUrl, host };
  return createFurnished(context, actor, created, (change) => work(change, true));
}

/** Creates a workspace, including the built-in roles. */
export function createFurnished<T>(
  context: Context,
  actor: Actor,
  workspace: { name: string; baseUrl: string; host: string },
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return createWorkspace(context, actor, workspace, async (change) => {
    for (const role of shippedRoles) await createRole(change, role);
    return work(change);
  });
}

/** Creates the first workspace from its base URL alone (spec/provisioning §2). */
export function applyFirstWorkspace(
  context: Context,
  actor: Actor,
  baseUrl: string,
  host: string,
): Promise<void> {
  return createFurnished(context, actor, { name: host, baseUrl, host }, async () => {});
}
