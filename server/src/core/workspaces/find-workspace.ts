import type { Context } from '../context/index.ts';
import type { Workspace } from './workspace.ts';
import { anyWorkspace, selectByHost, selectOnly, selectWorkspaces } from './workspace-store.ts';

/**
 * The workspace that answers at a host; while there is exactly one, it answers at any (decisions 2). Read anew for
 * every request, one row by its index, so that an address that changed is never stale.
 */
export async function findWorkspaceByHost({ db }: Context, host: string): Promise<Workspace | undefined> {
  return (await selectByHost(db, host)) ?? (await selectOnly(db));
}

/** The workspace whose base URL has exactly this host; for commands, which must not guess. */
export function findWorkspaceByExactHost(
  { db }: Pick<Context, 'db'>,
  host: string,
): Promise<Workspace | undefined> {
  return selectByHost(db, host);
}

/** All workspaces, a few at a time, in the order of their ids. */
export async function* listWorkspaces({ db }: Pick<Context, 'db'>): AsyncGenerator<Workspace> {
  for (let after = 0; ; ) {
    const page = await selectWorkspaces(db, after, 500);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Whether this installation has a workspace at all. */
export function hasWorkspace({ db }: Context): Promise<boolean> {
  return anyWorkspace(db);
}
