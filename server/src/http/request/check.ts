import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A check throws, or responds and returns the reply, or returns nothing to continue. It can be async. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Runs checks before a scope's routes, in the given order. */
export function addChecks(scope: FastifyInstance, checks: readonly Check[]): void {
  for (const check of checks) {
    scope.addHook('onRequest', async (request, reply) => {
      // If a caller disconnects while an earlier check responds, Fastify continues with the next hook.
      if (!reply.raw.headersSent) return check(request, reply);
    });
  }
}
