import { isRecord } from '../../lib/json.ts';
import type { Actor, Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { createRole, shippedRoles } from '../roles/index.ts';
import { createWorkspace, findWorkspaceByExactHost, parseBaseUrl } from '../workspaces/index.ts';
import { type ApplyOptions, applySections, type WorkspaceResult } from './apply-sections.ts';
import type { ProvisioningFile, WorkspaceItem } from './file-schema.ts';
import { type FileProblem, ProvisioningProblem } from './problem.ts';
import type { ReadFile } from './read-file.ts';
import { findUnknownReferences } from './unknown-references.ts';

/** The file's contents, with IDs and generated values (spec/provisioning §4). */
export interface ApplyResult {
  workspaces: WorkspaceResult[];
}

/**
 * Applies a file. If it has errors, reports them by path, line and column and changes nothing
 * (spec/provisioning §3.3).
 */
export async function applyText(
  context: Context,
  actor: Actor,
  { text, written, file, problems }: ReadFile,
  options: ApplyOptions,
): Promise<ApplyResult> {
  try {
    const unknown = await findUnknown(context, actor, written, options);
    if (!file || unknown.length > 0) throw new ProvisioningProblem([...problems, ...unknown]);
    return await applyFile(context, actor, file, options);
  } catch (error) {
    if (!(error instanceof ProvisioningProblem)) throw error;
    throw new ProvisioningProblem(error.problems, { text, cause: error.cause });
  }
}

/** Returns the unknown references of all workspaces in the file. Skips workspaces with an invalid base URL. */
async function findUnknown(
  context: Context,
  actor: Actor,
  written: unknown,
  { egressAllow = new Set() }: ApplyOptions,
): Promise<FileProblem[]> {
  const workspaces = isRecord(written) && Array.isArray(written.workspaces) ? written.workspaces : [];
  const problems: FileProblem[] = [];
  for (const [index, item] of workspaces.entries()) {
    const base_url = isRecord(item) ? parseBaseUrl(String(item.base_url)) : undefined;
    if (!base_url) continue;
    await inWorkspaceOf(rehearsed(context), actor, { base_url }, async (change) => {
      problems.push(
        ...(await findUnknownReferences(change, item, ['workspaces', index], { allow: egressAllow })),
      );
    });
  }
  return problems;
}

/**
 * Applies a file, with one transaction per workspace. If there are several workspaces, a dry run comes first,
 * so an error in the last workspace leaves the first one unchanged too.
 */
export async function applyFile(
  context: Context,
  actor: Actor,
  file: ProvisioningFile,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  if (file.workspaces.length > 1) {
    for (const [index, item] of file.workspaces.entries()) {
      await inWorkspaceOf(rehearsed(context), actor, item, (change) =>
        applySections(change, item, index, { ...options, showSecrets: false }),
      );
    }
  }
  const workspaces: WorkspaceResult[] = [];
  for (const [index, item] of file.workspaces.entries()) {
    workspaces.push(
      await inWorkspaceOf(context, actor, item, (change) => applySections(change, item, index, options)),
    );
  }
  return { workspaces };
}

type Located = Pick<WorkspaceItem, 'base_url' | 'name'>;

/** Returns a context in which all changes are rolled back. */
const rehearsed = (context: Context): Context => ({ ...context, db: context.db.rehearse() });

/** Opens a transaction in the item's workspace, creating the workspace if needed. */
async function inWorkspaceOf<T>(
  context: Context,
  actor: Actor,
  item: Located,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { baseUrl, host } = item.base_url;
  const present = await findWorkspaceByExactHost(context, host);
  if (!present) return createFurnished(context, actor, { name: item.name ?? host, baseUrl, host }, work);
  const workspace = present.id;
  return context.db.write(workspace, (transaction) =>
    work({ transaction, workspace, actor, clock: context.clock, key: context.key }),
  );
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
