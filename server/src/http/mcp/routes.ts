import { HarkError } from '../../lib/errors.ts';
import { authenticateAtHost } from '../request/authenticate-at-host.ts';
import { rawValues } from '../request/bearer.ts';
import type { Check } from '../request/check.ts';
import { limitRate } from '../request/limit-rate.ts';
import { openToAll } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import type { MakeServer } from './agent-server.ts';
import { authenticateAgent } from './authenticate.ts';
import { agentCredentialOf } from './credential.ts';
import type { McpOptions } from './mcp-options.ts';
import { renderMcpError } from './render-error.ts';

/**
 * Check: rejects requests from other sites' web pages, including DNS rebinding (spec/agents §1.3, and the
 * transport section of the MCP specification). Agents send no `Origin`. If there is one, it must match the
 * workspace's stored base URL.
 */
const checkOrigin: Check = async (request) => {
  const origins = rawValues(request.raw.rawHeaders, (name) => name.toLowerCase() === 'origin');
  const own = new URL(workspaceOf(request).baseUrl).origin;
  if (origins.every((origin) => origin === own)) return;
  throw new HarkError(
    'forbidden',
    'foreign_origin',
    "Web pages from other sites can't call the agent server. Connect from a program, without an Origin header.",
  );
};

/**
 * The MCP server for AI agents (spec/agents §1, §2). Its checks run in the same order as in REST (spec/rest-api
 * §2).
 */
export const mcpSurface = (options: McpOptions, makeServer?: MakeServer): Surface => ({
  name: 'mcp',
  prefix: '/mcp',
  resolve: authenticateAtHost({ ...options, scope: 'mcp', credentialOf: agentCredentialOf }),
  checks: [checkOrigin, authenticateAgent, limitRate(options.limiter, options.rateUse)],
  routes: [
    {
      method: 'POST',
      path: '',
      permission: openToAll('each tool declares its act, and its use case checks the permission'),
      // The packages of the protocol are loaded with the first call. They are a tenth of all code.
      handler: async (request, reply) => {
        const agents = await import('./serve-agent.ts');
        return agents.serveAgent(options, makeServer)(request, reply);
      },
    },
  ],
  renderError: renderMcpError,
});
