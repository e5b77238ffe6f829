import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { listRefused } from '../core/listeners/index.ts';
import { requireWorkflow } from '../core/workflows/index.ts';
import { example } from './shared/example.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace, workspaceOption } from './shared/workspace-option.ts';

interface RequestsOptions {
  workspace?: string;
  workflow: string;
  json?: boolean;
}

export const requestsCommand = () =>
  new Command('requests')
    .addOption(workspaceOption())
    .requiredOption('--workflow <name>', 'name of the workflow')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('hark requests --workspace https://acme.example.com --workflow "Contact form"'),
    )
    .action(async ({ workspace: baseUrl, workflow: name, json = false }: RequestsOptions) => {
      const requests = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return listRefused(context, id, (await requireWorkflow(context, id, name)).id, 100);
      });
      if (json) console.log(JSON.stringify({ requests }, null, 2));
      else if (requests.length === 0) console.log('No recently rejected requests.');
      for (const { at, method, reason, address, header_names } of json ? [] : requests) {
        console.log(`${at.toISOString()}  ${method}  ${reason}  ${address}  ${header_names.join(' ')}`);
      }
    });
