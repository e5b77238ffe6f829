import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../../lib/errors.ts';
import { parseJson } from '../../lib/json.ts';
import { bodyOf } from '../base/body.ts';
import { actingAs } from '../request/acting.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';
import { agentServer, type MakeServer } from './agent-server.ts';
import { agentOf } from './authenticate.ts';
import type { McpOptions } from './mcp-options.ts';

/**
 * Serves MCP without sessions (spec/agents §1.4). Handler, server and transport are created for each request,
 * so no response can reach another caller (docs/design/agents.md). Nothing is streamed: an event stream
 * contains a single event.
 */
export const serveAgent =
  (options: McpOptions, makeServer: MakeServer = agentServer) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const message = messageOf(request);
    const acting = await actingAs(options.context, agentOf(request).acting);
    const handler = createMcpHandler(() => makeServer(options, request, acting), {
      keepAliveMs: 0,
      onerror: (error) => options.logger.debug({ request_id: request.id, reason: error.message }, 'mcp'),
    });
    const answer = await handler.fetch(webRequest(request), { parsedBody: message });
    for (const name of passedOn) {
      const value = answer.headers.get(name);
      if (value !== null) reply.header(name, value);
    }
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  };

const passedOn = ['content-type', 'mcp-protocol-version'];

/**
 * Returns the message. Rejects batches, which the protocol no longer supports: a batch would count only once
 * against the rate limit.
 */
function messageOf(request: FastifyRequest): unknown {
  const message = parseJson(bodyOf(request));
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw invalid('not_one_message', 'Each request must contain exactly one JSON-RPC message, a JSON object.');
}

/** Builds the web request with the headers that the protocol reads, but without the credential. */
function webRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'authorization' && value !== undefined) headers.set(name, String(value));
  }
  return new Request(`${workspaceOf(request).baseUrl}/mcp`, { method: 'POST', headers });
}
