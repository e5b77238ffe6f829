import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/** One step before the route: throws, or answers and returns the reply, or lets the request go on. It may do so later. */
export type Check = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Runs checks one after the other, as one hook: those that need not wait cost no turn of the loop each. */
export const inOrder =
  (checks: readonly Check[]) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void =>
    runInOrder(checks, request, reply, (error, isAnswered) => {
      if (!isAnswered) done(error);
    });

/** The same for who wants to know how it ended: by an error, by an answer of a check, or by neither. */
export function runInOrder(
  checks: readonly Check[],
  request: FastifyRequest,
  reply: FastifyReply,
  ended: (error: Error | undefined, isAnswered: boolean) => void,
): void {
  const fail = (error: Error) => ended(error, false);
  const goOn = (from: number): void => {
    try {
      for (let next = from; next < checks.length; next++) {
        const outcome = checks[next]?.(request, reply);
        if (outcome instanceof Promise) {
          outcome.then(
            (answer) => (isAnswered(reply, answer) ? ended(undefined, true) : goOn(next + 1)),
            fail,
          );
          return;
        }
        if (isAnswered(reply, outcome)) {
          ended(undefined, true);
          return;
        }
      }
    } catch (error) {
      fail(error as Error);
      return;
    }
    ended(undefined, false);
  };
  goOn(0);
}

const isAnswered = (reply: FastifyReply, outcome: unknown): boolean => outcome === reply || reply.sent;
