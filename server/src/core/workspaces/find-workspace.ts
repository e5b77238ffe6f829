import type { Context } from '../context/index.ts';
import type { Workspace } from './workspace.ts';
import { anyWorkspace, selectByExactHost, selectByHost } from './workspace-store.ts';

/** The workspace that answers at a host, read anew for every request: an address that changed is never stale. */
export function findWorkspaceByHost({ db }: Context, host: string): Promise<Workspace | undefined> {
  return selectByHost(db, host);
}

/** The workspace whose base URL has exactly this host; for commands, which must not guess. */
export function findWorkspaceByExactHost({ db }: Context, host: string): Promise<Workspace | undefined> {
  return selectByExactHost(db, host);
}

/** Whether this installation has a workspace at all. */
export function hasWorkspace({ db }: Context): Promise<boolean> {
  return anyWorkspace(db);
}
