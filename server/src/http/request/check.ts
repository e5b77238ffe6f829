import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Throws, or responds and returns the reply, or returns nothing to continue. It can be async. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Runs checks before the routes of a scope, in this order. */
export function addChecks(scope: FastifyInstance, checks: readonly Check[]): void {
  for (const check of checks) {
    scope.addHook('onRequest', async (request, reply) => {
      // If a caller disconnects while an earlier check responds, Fastify continues with the next hook.
      if (!reply.raw.headersSent) return check(request, reply);
    });
  }
}
