import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** One step before the route: throws, or responds and returns the reply, or returns nothing to continue. It can be async. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Runs checks before the routes of a scope, in this order. */
export function addChecks(scope: FastifyInstance, checks: readonly Check[]): void {
  for (const check of checks) {
    scope.addHook('onRequest', async (request, reply) => {
      // Fastify continues when a caller hangs up before it has the whole response of an earlier check.
      if (!reply.raw.headersSent) return check(request, reply);
    });
  }
}
