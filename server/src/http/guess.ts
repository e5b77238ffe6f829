import type { FastifyReply, FastifyRequest } from 'fastify';
import { HarkError } from '../lib/errors.ts';
import { type Check, runInOrder } from './check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isConditional?: true | undefined;
  }
  interface FastifyRequest {
    /** It was taken for what it was the last time, and is served once more for what it is now. */
    isJudgedAnew?: true;
  }
}

/** Whether the caller of a request was only recalled: it may be served, on that condition, but not refused. */
const isGuess = ({ opened }: FastifyRequest): boolean => opened?.condition !== undefined;

/** Whether all that a request will do can be sent on a condition. An answer that was stored under its key could not. */
export const mayGuess = ({ routeOptions, isJudgedAnew, headers }: FastifyRequest): boolean =>
  routeOptions.config.isConditional === true && !isJudgedAnew && headers['idempotency-key'] === undefined;

/**
 * The checks of a surface for requests whose caller was only recalled (docs/design/rest-api.md). Whatever would
 * be refused, and whatever was not done because its condition did not hold, is judged from the start by what is looked up now.
 */
export class Judge {
  readonly #checks: readonly Check[];

  constructor(checks: readonly Check[]) {
    this.#checks = checks;
  }

  /** The hook that makes the checks. */
  readonly judge = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    runInOrder(this.#checks, request, reply, (error, isAnswered) => {
      if (error && isGuess(request)) this.#judgeAnew(request, reply).then((answer) => answer || done(), done);
      else if (!isAnswered) done(error);
    });
  };

  /** Before an error is told that neither the checks nor the route said, such as that of a body. */
  readonly lastLook: Check = (request, reply) =>
    isGuess(request) ? this.#judgeAnew(request, reply) : undefined;

  /** A route that serves a guess, and again without one when it did not come to be. It has done nothing before it fails. */
  serve =
    (handler: Check): Check =>
    async (request, reply) => {
      if (!isGuess(request)) return handler(request, reply);
      try {
        return await handler(request, reply);
      } catch (error) {
        // Of a fault or an outage it is not known what has happened.
        if (!isRefusal(error)) throw error;
        return (await this.#judgeAnew(request, reply)) ?? handler(request, reply);
      }
    };

  /** Gives the reply when a check has answered. */
  #judgeAnew(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    request.isJudgedAnew = true;
    return new Promise((resolve, reject) => {
      runInOrder(this.#checks, request, reply, (error, isAnswered) => {
        if (error) reject(error);
        else resolve(isAnswered ? reply : undefined);
      });
    });
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof HarkError && error.kind !== 'fault' && error.kind !== 'unavailable';
