import { fromJsonSchema, type McpServer, type Tool } from '@modelcontextprotocol/server';
import { agentServer, type MakeServer, toolMethods } from '../../../src/http/mcp/agent-server.ts';
import { presentRefusal } from '../../../src/http/mcp/present-answer.ts';
import { HarkError } from '../../../src/lib/errors.ts';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { earlierAskingTools } from './earlier-asking-tools.ts';
import { addPrompts, addResources } from './prompts-and-resources.ts';
import { schemaTools, toolWithHeader } from './schema-tools.ts';
import type { SuiteTool } from './suite-tool.ts';

const suiteTools = new Map<string, SuiteTool>(
  Object.entries({ ...contentTools, ...schemaTools, ...askingTools, ...earlierAskingTools }),
);

const shown = (): Tool[] =>
  [...suiteTools].map(([name, { description, inputSchema }]) => ({
    name,
    description,
    inputSchema: inputSchema ?? { type: 'object' },
  }));

/** Hark's server, extended with the tools, prompts and resources that the conformance suite expects. */
export const suiteServer: MakeServer = (options, request, acting) => {
  const server = agentServer(options, request, acting);
  const own = toolMethods(options, request, acting);
  // The SDK compares arguments with headers only for tools that are registered with it.
  const { description, inputSchema = {} } = schemaTools[toolWithHeader] ?? { description: '' };
  const schema = { description, inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema) };
  server.registerTool(toolWithHeader, schema, () => ({ content: [] }));
  server.server.setRequestHandler('tools/list', () => ({ tools: [...own.list().tools, ...shown()] }));
  server.server.setRequestHandler('tools/call', async (message, context) => {
    const { name, arguments: given = {} } = message.params;
    const tool = suiteTools.get(name);
    if (!tool) return own.call(message);
    try {
      return await tool.run(context, given);
    } catch (error) {
      if (error instanceof HarkError) return presentRefusal(error);
      throw error;
    }
  });
  addOthers(server);
  return server;
};

function addOthers(server: McpServer): void {
  const quiet = { listChanged: false };
  server.server.registerCapabilities({ prompts: quiet, resources: quiet, completions: {}, logging: {} });
  addPrompts(server);
  addResources(server);
  const completion = { values: [], total: 0, hasMore: false };
  server.server.setRequestHandler('completion/complete', () => ({ completion }));
  for (const method of ['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'] as const) {
    server.server.setRequestHandler(method, () => ({}));
  }
}
