import type { Context } from '../context/index.ts';
import type { Workspace } from './workspace.ts';
import {
  anyWorkspace,
  selectByHost,
  selectByListenerHost,
  selectOnly,
  selectWorkspaces,
} from './workspace-store.ts';

/**
 * Finds the workspace that a host serves. If there is only one workspace, every host serves it
 * (spec/provisioning §1.2). The workspace is read on every request, as one row by index, so a changed base
 * URL is never stale.
 */
export async function findWorkspaceByHost({ db }: Context, host: string): Promise<Workspace | undefined> {
  const found = await selectByHost(db, host);
  if (found) return found;
  const only = await selectOnly(db);
  return only?.listenerHost === host ? undefined : only;
}

/**
 * Finds the workspace whose listeners a host serves. If there is only one workspace, every host serves its
 * listeners, unless they have a separate host.
 */
export async function findWorkspaceByListenerHost(
  { db }: Context,
  host: string,
): Promise<Workspace | undefined> {
  const found = await selectByListenerHost(db, host);
  if (found) return found;
  const only = await selectOnly(db);
  return only?.listenerHost === null ? only : undefined;
}

/** Finds the workspace whose base URL has exactly this host. Used by commands, which must not guess. */
export function findWorkspaceByExactHost(
  { db }: Pick<Context, 'db'>,
  host: string,
): Promise<Workspace | undefined> {
  return selectByHost(db, host);
}

/** Yields all workspaces, ordered by ID, reading them in batches. */
export async function* listWorkspaces({ db }: Pick<Context, 'db'>): AsyncGenerator<Workspace> {
  for (let after = 0; ; ) {
    const page = await selectWorkspaces(db, after, 500);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export function hasWorkspace({ db }: Context): Promise<boolean> {
  return anyWorkspace(db);
}
