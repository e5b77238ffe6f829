import { Option } from 'commander';
import type { Config } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import {
  findWorkspaceByExactHost,
  listWorkspaces,
  parseBaseUrl,
  type Workspace,
} from '../../core/workspaces/index.ts';
import { invalid } from '../../lib/errors.ts';
import { withContext } from './with-context.ts';

/** `--workspace`, which only an installation with several workspaces needs. */
export const workspaceOption = () =>
  new Option('--workspace <base_url>', 'base URL of the workspace, if there are several');

/** Finds the workspace that a command names. Without a name, it is the installation's only one. */
export async function requireWorkspace(
  context: Pick<Context, 'db'>,
  baseUrl: string | undefined,
): Promise<Workspace> {
  if (baseUrl === undefined) return onlyWorkspace(context);
  const host = parseBaseUrl(baseUrl)?.host;
  const workspace = host === undefined ? undefined : await findWorkspaceByExactHost(context, host);
  if (!workspace) throw invalid('unknown_workspace', `There is no workspace at ${baseUrl}.`);
  return workspace;
}

async function onlyWorkspace(context: Pick<Context, 'db'>): Promise<Workspace> {
  const found: Workspace[] = [];
  for await (const workspace of listWorkspaces(context)) {
    found.push(workspace);
    if (found.length > 2) break;
  }
  const [only, ...others] = found;
  if (!only)
    throw invalid(
      'unknown_workspace',
      'There is no workspace yet. Create one at the URL that `hark up` prints, or with `hark apply`.',
    );
  if (others.length > 0)
    throw invalid(
      'unknown_workspace',
      `There are several workspaces, such as ${found
        .map(({ baseUrl: one }) => one)
        .slice(0, 2)
        .join(' and ')}. Name one with --workspace; \`hark workspace list\` shows them all.`,
    );
  return only;
}

/** Runs `work` in the database of a workspace. */
export const inWorkspace = <T>(
  config: Config,
  baseUrl: string | undefined,
  work: (context: Context, workspace: Workspace) => Promise<T>,
): Promise<T> =>
  withContext(config, async (context) => work(context, await requireWorkspace(context, baseUrl)));
