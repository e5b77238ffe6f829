import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { type AgentCall, listAgentCalls } from '../../core/agents/index.ts';
import { example } from '../shared/example.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace, workspaceOption } from '../shared/workspace-option.ts';

interface AgentCallsOptions {
  workspace?: string;
  limit: string;
  before?: string;
  json?: boolean;
}

export const agentCallsCommand = () =>
  new Command('agent-calls')
    .addOption(workspaceOption())
    .option('--limit <count>', 'maximum number of calls (up to 1000)', '50')
    .option('--before <id>', 'show calls older than this one, for paging')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark agent-calls --workspace https://acme.example.com --limit 100'))
    .action(async ({ workspace: baseUrl, limit, before, json = false }: AgentCallsOptions) => {
      const page = {
        limit: readWholeNumber('--limit', limit, 1000),
        before: before === undefined ? undefined : readWholeNumber('--before', before),
      };
      const calls = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return listAgentCalls(context, id, page);
      });
      if (json) console.log(JSON.stringify({ calls: calls.map(callDocument) }, null, 2));
      else if (calls.length === 0) console.log('No agent calls found.');
      else console.log(calls.map(describeCall).join('\n'));
    });

const callDocument = ({ resultBytes, durationMs, arguments: given, ...call }: AgentCall) => ({
  ...call,
  arguments: JSON.parse(given) as unknown,
  result_bytes: resultBytes,
  duration_ms: durationMs,
});

function describeCall(call: AgentCall): string {
  const client = `${call.client.type} ${call.client.name}`;
  const end = call.outcome === null ? 'no result recorded' : `${call.outcome}, ${call.resultBytes} bytes`;
  const took = call.durationMs === null ? '' : `, ${call.durationMs} ms`;
  return [
    `#${call.id} ${call.at.toISOString()} ${call.user.name} (${client}) ${call.tool}: ${end}${took}`,
    `  ${call.arguments}`,
    ...(call.error === null ? [] : [`  ${call.error}`]),
  ].join('\n');
}
