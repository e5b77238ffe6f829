import type { Config } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import { findWorkspaceByExactHost, parseBaseUrl, type Workspace } from '../../core/workspaces/index.ts';
import { invalid } from '../../lib/errors.ts';
import { withContext } from './with-context.ts';

export async function requireWorkspace(context: Pick<Context, 'db'>, baseUrl: string): Promise<Workspace> {
  const host = parseBaseUrl(baseUrl)?.host;
  const workspace = host === undefined ? undefined : await findWorkspaceByExactHost(context, host);
  if (!workspace) throw invalid('unknown_workspace', `There is no workspace at ${baseUrl}.`);
  return workspace;
}

/** Runs `work` in the database of a workspace. Without HARK_URL, commands must name the workspace. */
export function inWorkspace<T>(
  config: Config,
  baseUrl: string | undefined,
  work: (context: Context, workspace: Workspace) => Promise<T>,
): Promise<T> {
  if (baseUrl === undefined)
    throw invalid('bad_option', 'Specify the workspace with --workspace BASE_URL, or with HARK_URL.');
  return withContext(config, async (context) => work(context, await requireWorkspace(context, baseUrl)));
}
