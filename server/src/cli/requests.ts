import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { listAllRefused } from '../core/requests/index.ts';
import { requireWorkflow } from '../core/workflows/index.ts';
import { example } from './shared/example.ts';
import { inWorkspace, workspaceOption } from './shared/workspace-option.ts';

interface RequestsOptions {
  workspace?: string;
  workflow?: string;
  json?: boolean;
}

const most = 100;

export const requestsCommand = () =>
  new Command('requests')
    .addOption(workspaceOption())
    .option('--workflow <name>', 'only requests to this workflow')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark requests', 'hark requests --workflow "Contact form"'))
    .action(async ({ workspace: baseUrl, workflow: name, json = false }: RequestsOptions) => {
      const found = await inWorkspace(readConfig(), baseUrl, async (context, { id }) => {
        const workflow = name === undefined ? null : (await requireWorkflow(context, id, name)).id;
        return listAllRefused(context, id, workflow, most);
      });
      const requests = found.map(({ at, method, reason, address, header_names, workflow_name }) => ({
        ...(name === undefined && { workflow: workflow_name }),
        at,
        method,
        reason,
        address,
        header_names,
      }));
      if (json) console.log(JSON.stringify({ requests }, null, 2));
      else console.log(requests.map(describeRequest).join('\n') || noRequests);
    });

/** `serve` writes rejected requests once a second (app/runs.ts). */
const noRequests = 'No recently rejected requests. A rejected request appears here a second or two later.';

interface ListedRequest {
  readonly workflow?: string;
  readonly at: Date;
  readonly method: string | null;
  readonly reason: string;
  readonly address: string | null;
  readonly header_names: readonly string[];
}

const describeRequest = ({ workflow, at, method, reason, address, header_names }: ListedRequest): string =>
  [
    at.toISOString(),
    ...(workflow === undefined ? [] : [workflow]),
    method,
    reason,
    address,
    header_names.join(' '),
  ].join('  ');
