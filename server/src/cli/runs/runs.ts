import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { listRuns } from '../../core/runs/index.ts';
import { requireWorkflow } from '../../core/workflows/index.ts';
import { example } from '../shared/example.ts';
import { findRemote } from '../shared/remote.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { inWorkspace, workspaceOption } from '../shared/workspace-option.ts';
import { countWarnings } from './count-warnings.ts';
import { listRemotely } from './remote-runs.ts';
import { retryFailedCommand } from './runs-retry.ts';

interface RunsOptions {
  workspace?: string;
  workflow?: string;
  limit: string;
  json?: boolean;
}

/** `hark runs`: lists runs (spec/provisioning §2). */
export const runsCommand = () =>
  new Command('runs')
    // This isn't a `requiredOption`, because every subcommand would then require it too.
    .addOption(workspaceOption())
    .option('--workflow <name>', 'only runs of this workflow')
    .option('--limit <count>', 'maximum number of runs (up to 1000)', '100')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark runs', 'hark runs --workflow "Contact form" --limit 10'))
    .addCommand(retryFailedCommand())
    .action(async ({ workspace: baseUrl, workflow: name, limit, json = false }: RunsOptions) => {
      const most = readWholeNumber('--limit', limit, 1000);
      const config = readConfig();
      const remote = findRemote(config, baseUrl);
      const { total, runs } = await (remote
        ? listRemotely(remote, name, most)
        : inWorkspace(config, baseUrl, async (context, { id }) => {
            const workflow = name === undefined ? undefined : await requireWorkflow(context, id, name);
            return listRuns(context, id, workflow?.id, most);
          }));
      const shown = runs.map(({ id, workflow, status, startedAt, endedAt, error, warnings }) => ({
        id,
        ...(name === undefined && { workflow }),
        status,
        started_at: startedAt,
        ended_at: endedAt,
        error,
        warnings,
      }));
      if (json) console.log(JSON.stringify({ total, runs: shown }, null, 2));
      else {
        console.log(`${total} ${total === 1 ? 'run' : 'runs'}${name === undefined ? '' : ` of "${name}"`}`);
        for (const { id, workflow, status, acceptedAt, error, warnings } of runs) {
          const outcome = `${status}${countWarnings(warnings)}${error === null ? '' : `  ${error}`}`;
          const of = name === undefined ? `${workflow ?? 'a deleted workflow'}  ` : '';
          console.log(`${id}  ${acceptedAt.toISOString()}  ${of}${outcome}`);
        }
      }
    });
