import type { FastifyRequest } from 'fastify';
import { invalid } from '../../lib/errors.ts';
import { parseJson } from '../../lib/json.ts';
import { bodyOf } from '../base/body.ts';

/**
 * Parses the body as JSON, regardless of its Content-Type. Returns undefined if there is no body (spec/rest-api
 * §10).
 */
export function jsonBodyOf(request: FastifyRequest): unknown {
  const bytes = bodyOf(request);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

/** Parses a body whose keys are all optional. No body counts as `{}`, unlike `null`, which isn't an object. */
export const optionalBodyOf = (request: FastifyRequest): unknown => {
  const body = jsonBodyOf(request);
  return body === undefined ? {} : body;
};

/** Returns the body of a write, which can't be empty. */
export function recordOf(request: FastifyRequest, kind = 'lead'): unknown {
  const body = jsonBodyOf(request);
  if (body === undefined)
    throw invalid('body_missing', `The body is empty. Send a JSON object with the fields of a ${kind}.`);
  return body;
}
