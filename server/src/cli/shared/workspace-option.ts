import type { Context } from '../../core/context/index.ts';
import { findWorkspaceByExactHost, parseBaseUrl, type Workspace } from '../../core/workspaces/index.ts';
import { invalid } from '../../lib/errors.ts';

export async function requireWorkspace(context: Pick<Context, 'db'>, baseUrl: string): Promise<Workspace> {
  const host = parseBaseUrl(baseUrl)?.host;
  const workspace = host === undefined ? undefined : await findWorkspaceByExactHost(context, host);
  if (!workspace) throw invalid('unknown_workspace', `There is no workspace at ${baseUrl}.`);
  return workspace;
}
