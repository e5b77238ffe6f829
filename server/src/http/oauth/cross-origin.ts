import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Check } from '../request/check.ts';
import type { Route } from '../request/route-table.ts';
import { openToAll } from '../request/route-table.ts';

/**
 * Allows CORS without cookies, for endpoints that browser apps call. It is never used for pages that people
 * visit.
 */
export const allowCrossOrigin =
  (paths: ReadonlySet<string>): Check =>
  async (request, reply) => {
    if (!paths.has(request.routeOptions.url ?? '')) return;
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', 'retry-after, www-authenticate, x-request-id');
  };

const sendPreflight = (method: string) => (_request: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .header('access-control-allow-methods', method)
    .header('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version')
    .header('access-control-max-age', '600')
    .send();

export const preflight = (path: string, method: 'GET' | 'POST'): Route => ({
  method: 'OPTIONS',
  path,
  permission: openToAll('browsers send preflight requests without credentials'),
  handler: sendPreflight(method),
});
