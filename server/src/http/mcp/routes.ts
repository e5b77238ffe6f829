import { authenticateAtHost } from '../request/authenticate-at-host.ts';
import { limitRate } from '../request/limit-rate.ts';
import { openToAll } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';
import { agentServer, type MakeServer } from './agent-server.ts';
import { authenticateAgent } from './authenticate.ts';
import { checkOrigin } from './check-origin.ts';
import { agentCredentialOf } from './credential.ts';
import type { McpOptions } from './mcp-options.ts';
import { renderMcpError } from './render-error.ts';
import { serveAgent } from './serve-agent.ts';

/** The server for AI agents (spec/agents §1, §2). Its checks run in the order of the REST API (spec/rest-api §2). */
export const mcpSurface = (options: McpOptions, makeServer: MakeServer = agentServer): Surface => ({
  name: 'mcp',
  prefix: '/mcp',
  findWorkspace: authenticateAtHost({ ...options, scope: 'mcp', credentialOf: agentCredentialOf }),
  checks: [checkOrigin, authenticateAgent, limitRate(options.limiter, options.rateUse)],
  routes: [
    {
      method: 'POST',
      path: '',
      permission: openToAll('every tool names the act that it performs, and its use case asks for it'),
      handler: serveAgent(options, makeServer),
    },
  ],
  renderError: renderMcpError,
});
