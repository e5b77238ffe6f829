import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import { exportWorkspace } from '../../core/provisioning/index.ts';
import { listWorkspaces, type Workspace } from '../../core/workspaces/index.ts';
import { invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';
import { yamlOf } from './write-file.ts';

interface PullOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** `hark pull` (spec/provisioning §8). */
export const pullCommand = () =>
  new Command('pull')
    .description('Print a workspace as a file for apply, without leads and secret values.')
    .option('--workspace <base_url>', 'base URL of the workspace, if there are several')
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', example('hark pull --workspace https://acme.example.com > workspace.yaml'))
    .action(async ({ workspace: baseUrl, json = false }: PullOptions) => {
      const exported = await withContext(readConfig(), async (context) => {
        const { id } =
          baseUrl === undefined ? await onlyWorkspace(context) : await requireWorkspace(context, baseUrl);
        return exportWorkspace(context, id);
      });
      process.stdout.write(
        json ? `${JSON.stringify({ workspaces: [exported] }, null, 2)}\n` : yamlOf(exported),
      );
    });

async function onlyWorkspace(context: Context): Promise<Workspace> {
  const found: Workspace[] = [];
  for await (const workspace of listWorkspaces(context)) found.push(workspace);
  const [only, another] = found;
  if (!only) throw invalid('unknown_workspace', 'There is no workspace yet.');
  if (another) throw invalid('unknown_workspace', 'There are several workspaces. Name one with --workspace.');
  return only;
}
