import { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { type ExportedWorkspace, exportWorkspace } from '../../core/provisioning/index.ts';
import { example } from '../shared/example.ts';
import { findRemote, type Remote } from '../shared/remote.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace, workspaceOption } from '../shared/workspace-option.ts';
import { yamlOf } from './write-file.ts';

interface PullOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** `hark pull` (spec/provisioning §8). */
export const pullCommand = () =>
  new Command('pull')
    .addOption(workspaceOption())
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', example('hark pull --workspace https://acme.example.com > workspace.yaml'))
    .action(async ({ workspace: baseUrl, json = false }: PullOptions) => {
      const config = readConfig();
      const remote = findRemote(config, baseUrl);
      const exported = await (remote ? pullRemotely(remote) : pullLocally(config, baseUrl));
      process.stdout.write(
        json ? `${JSON.stringify({ workspaces: [exported] }, null, 2)}\n` : yamlOf(exported),
      );
    });

async function pullRemotely(remote: Remote): Promise<ExportedWorkspace> {
  const { workspace } = (await remote.call('GET', '/workspace/export')) as { workspace: ExportedWorkspace };
  return workspace;
}

const pullLocally = (config: Config, baseUrl: string | undefined): Promise<ExportedWorkspace> =>
  withContext(config, async (context) => {
    const { id } = await requireWorkspace(context, baseUrl);
    return exportWorkspace(context, id);
  });
