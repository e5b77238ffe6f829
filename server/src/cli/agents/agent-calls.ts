import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { type AgentCall, listAgentCalls } from '../../core/agents/index.ts';
import { readWholeNumber } from '../shared/whole-number.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

interface AgentCallsOptions {
  workspace: string;
  limit: string;
  before?: string;
  json?: boolean;
}

export const agentCallsCommand = () =>
  new Command('agent-calls')
    .description('Show what AI agents did: when, for whom, by which client, which tool, and how it ended.')
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .option('--limit <count>', 'how many calls, at most 1000', '50')
    .option('--before <id>', 'only calls older than this one: the next page')
    .option('--json', 'print one JSON document')
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
      else if (calls.length === 0) console.log('No agent has called a tool lately.');
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
  const end = call.outcome === null ? 'did not come back' : `${call.outcome}, ${call.resultBytes} bytes`;
  const took = call.durationMs === null ? '' : `, ${call.durationMs} ms`;
  return [
    `#${call.id} ${call.at.toISOString()} ${call.user.name} (${client}) ${call.tool}: ${end}${took}`,
    `  ${call.arguments}`,
  ].join('\n');
}
