import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorKind, fault, HarkError, invalid } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

/** Turns an error into a surface's response. */
export type ErrorRenderer = (error: HarkError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export class MethodNotAllowed extends HarkError {
  readonly verbs: readonly string[];

  constructor(message: string, verbs: readonly string[]) {
    super('invalid', 'method_not_allowed', message);
    this.verbs = verbs;
  }
}

/**
 * Whether the error is an unknown path or a wrong method. Programs get these in the nested shape on every
 * surface (spec/rest-api §3.4).
 */
export const isRoutingError = ({ code }: HarkError): boolean =>
  code === 'unknown_route' || code === 'method_not_allowed';

const statusByKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-many': 429,
  unavailable: 503,
  fault: 500,
};

const statusByCode = {
  method_not_allowed: 405,
  body_too_large: 413,
  url_too_long: 414,
  unsupported_encoding: 415,
  too_many_headers: 431,
};

/**
 * Creates a function that maps errors to statuses. It looks up the surface's own codes first, then the
 * protocol's codes, then the kind of error.
 */
export function statusTable(own: Readonly<Record<string, number>> = {}): (error: HarkError) => number {
  const byCode = new Map(Object.entries({ ...statusByCode, ...own }));
  return (error) => byCode.get(error.code) ?? statusByKind[error.kind];
}

/** The nested shape with exactly these keys. `code` is the HTTP status (spec/rest-api §3.1). */
export const nestedError = (status: number, message: string) => ({ error: { code: status, message } });

export const sendNested = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send(nestedError(status, message));

/** Sends the flat shape with exactly these keys (spec/rest-api §3.1). */
export const sendFlat = (reply: FastifyReply, status: number, error: string, description: string) =>
  reply.code(status).send({ error, error_description: description });

/** Creates a surface's error handler. Internal details are only logged. */
export const errorHandler =
  (logger: Logger, render: ErrorRenderer) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    const error = reportError(logger, thrown, request);
    request.refusal = error.code;
    reply.headers(errorHeaders(error));
    return render(error, request, reply);
  };

interface FailedRequest {
  readonly id: string;
  readonly raw: IncomingMessage;
}

/** Logs a request's error. @returns the error to show to the caller */
export function reportError(logger: Logger, thrown: unknown, request: FailedRequest): HarkError {
  const error = publicError(thrown, request);
  if (error.kind === 'fault') {
    logger.error({ request_id: request.id, error: describeError(thrown) }, 'request failed');
  } else if (error.kind === 'unavailable' && error.code !== 'workspace_suspended') {
    logger.warn(
      { request_id: request.id, error: describeError(thrown) },
      'request failed: dependency unavailable',
    );
  }
  return error;
}

export function errorHeaders(error: HarkError): Readonly<Record<string, string>> {
  if (error.kind === 'unavailable' || error.kind === 'too-many') {
    return { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds ?? 1))) };
  }
  return error instanceof MethodNotAllowed ? { allow: error.verbs.join(', ') } : {};
}

/** Returns the public form of any thrown value. A fault's message is for the operator, not for the caller. */
export function publicError(thrown: unknown, request: FailedRequest): HarkError {
  if (thrown instanceof HarkError && thrown.kind !== 'fault') return thrown;
  // The connection was lost while the body was being read. This isn't a fault, and the caller is gone.
  if (thrown instanceof Error && thrown === request.raw.errored)
    return invalid('request_aborted', 'The body is incomplete.');
  return fault(
    'internal_error',
    `Internal error. Report the request id ${request.id} to your administrator.`,
  );
}

/**
 * Describes an error for the log with selected properties only, because a database error also contains the
 * row's values.
 */
export function describeError(thrown: unknown, levels = 5): unknown {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { name, message, stack, cause } = thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  const deeper = cause === undefined || levels === 0 ? undefined : describeError(cause, levels - 1);
  return { type: name, message, code, stack, cause: deeper };
}
