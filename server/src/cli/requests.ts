import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { listRefused } from '../core/listeners/index.ts';
import { requireWorkflow } from '../core/workflows/index.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace } from './shared/workspace-option.ts';

interface RequestsOptions {
  workspace: string;
  workflow: string;
  json?: boolean;
}

export const requestsCommand = () =>
  new Command('requests')
    .description("Show the newest requests that a workflow's listener refused: when, why, from where.")
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .requiredOption('--workflow <name>', 'the workflow, by its name')
    .option('--json', 'print one JSON document')
    .action(async ({ workspace: baseUrl, workflow: name, json = false }: RequestsOptions) => {
      const requests = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return listRefused(context, id, (await requireWorkflow(context, id, name)).id, 100);
      });
      if (json) console.log(JSON.stringify({ requests }, null, 2));
      else if (requests.length === 0) console.log('Nothing was refused lately.');
      for (const { at, method, reason, address, header_names } of json ? [] : requests) {
        console.log(`${at.toISOString()}  ${method}  ${reason}  ${address}  ${header_names.join(' ')}`);
      }
    });
