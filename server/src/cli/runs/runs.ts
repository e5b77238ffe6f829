import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { listRuns } from '../../core/runs/index.ts';
import { requireWorkflow } from '../../core/workflows/index.ts';
import { invalid } from '../../lib/errors.ts';
import { example } from '../shared/example.ts';
import { findRemote } from '../shared/remote.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { inWorkspace } from '../shared/workspace-option.ts';
import { countWarnings } from './count-warnings.ts';
import { listRemotely } from './remote-runs.ts';
import { retryFailedCommand } from './runs-retry.ts';

interface RunsOptions {
  workspace?: string;
  workflow?: string;
  limit: string;
  json?: boolean;
}

/** `hark runs`: lists a workflow's runs (spec/provisioning §2). */
export const runsCommand = () =>
  new Command('runs')
    // This isn't a `requiredOption`, because every subcommand would then require it too.
    .option('--workspace <base_url>', 'base URL of the workspace')
    .option('--workflow <name>', 'name of the workflow')
    .option('--limit <count>', 'maximum number of runs (up to 1000)', '100')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark runs --workspace https://acme.example.com --workflow "Contact form"'))
    .addCommand(retryFailedCommand())
    .action(async ({ workspace: baseUrl, workflow: name, limit, json = false }: RunsOptions) => {
      if (name === undefined) throw invalid('bad_option', 'Specify the workflow with --workflow NAME.');
      const most = readWholeNumber('--limit', limit, 1000);
      const config = readConfig();
      const remote = findRemote(config, baseUrl);
      const { total, runs } = await (remote
        ? listRemotely(remote, name, most)
        : inWorkspace(config, baseUrl, async (context, { id }) =>
            listRuns(context, id, (await requireWorkflow(context, id, name)).id, most),
          ));
      const shown = runs.map(({ id, status, startedAt, endedAt, error, warnings }) => ({
        id,
        status,
        started_at: startedAt,
        ended_at: endedAt,
        error,
        warnings,
      }));
      if (json) console.log(JSON.stringify({ total, runs: shown }, null, 2));
      else {
        console.log(`${total} ${total === 1 ? 'run' : 'runs'} of "${name}"`);
        for (const { id, status, acceptedAt, error, warnings } of runs) {
          const outcome = `${status}${countWarnings(warnings)}${error === null ? '' : `  ${error}`}`;
          console.log(`${id}  ${acceptedAt.toISOString()}  ${outcome}`);
        }
      }
    });
