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
 * The workspace of a host; a single workspace is served at any host (spec/provisioning §1.2). Read on every
 * request, one row by index, so that a changed base URL is never stale.
 */
export async function findWorkspaceByHost({ db }: Context, host: string): Promise<Workspace | undefined> {
  const found = await selectByHost(db, host);
  if (found) return found;
  const only = await selectOnly(db);
  return only?.listenerHost === host ? undefined : only;
}

/** The workspace whose listeners are served at a host, by the same rule, unless they have a separate host. */
export async function findWorkspaceByListenerHost(
  { db }: Context,
  host: string,
): Promise<Workspace | undefined> {
  const found = await selectByListenerHost(db, host);
  if (found) return found;
  const only = await selectOnly(db);
  return only?.listenerHost === null ? only : undefined;
}

/** The workspace whose base URL has exactly this host, for commands, which must not guess. */
export function findWorkspaceByExactHost(
  { db }: Pick<Context, 'db'>,
  host: string,
): Promise<Workspace | undefined> {
  return selectByHost(db, host);
}

/** All workspaces in batches, ordered by id. */
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
