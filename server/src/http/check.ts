import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/** One step before the route: throws, or answers and returns the reply, or lets the request go on. It may do so later. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Runs checks one after the other, as one hook: those that need not wait cost no turn of the loop each. */
export const inOrder =
  (checks: readonly Check[]) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const goOn = (from: number): void => {
      try {
        for (let next = from; next < checks.length; next++) {
          const outcome = checks[next]?.(request, reply);
          if (outcome instanceof Promise) {
            outcome.then((answer) => isAnswered(reply, answer) || goOn(next + 1), done);
            return;
          }
          if (isAnswered(reply, outcome)) return;
        }
      } catch (error) {
        done(error as Error);
        return;
      }
      done();
    };
    goOn(0);
  };

const isAnswered = (reply: FastifyReply, outcome: unknown): boolean => outcome === reply || reply.sent;
