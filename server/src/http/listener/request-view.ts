import type { FastifyRequest } from 'fastify';
import type { RequestParts, RequestView, VerifiedClaims } from '../../core/listeners/index.ts';
import { bodyOf } from '../body.ts';

/** The two hashes of a listener's address (seed 4.1, decisions 3). */
export interface ListenerAddress {
  readonly first: string;
  readonly second: string;
}

/**
 * The address that a request asks for, or undefined when it cannot be a listener's. Read from the path as it came, so
 * that it is known for every verb, also for those without a route: the address comes before the verb (decisions 3).
 * Each listener has one spelling; an encoded or upper-case hash is unknown.
 */
export function addressOf(request: FastifyRequest): ListenerAddress | undefined {
  const [, first, second] = /^\/listener\/([0-9a-f]{32})\/([0-9a-f]{32})(?:[?#]|$)/.exec(request.url) ?? [];
  return first === undefined || second === undefined ? undefined : { first, second };
}

/** What the checks look at; the body is not touched. */
export const viewOf = ({ method, raw }: FastifyRequest): RequestView => ({ method, headers: raw.rawHeaders });

/** What the run's input is made of, once the body is there. */
export function partsOf(
  request: FastifyRequest,
  claims: VerifiedClaims | undefined,
  wantsRaw: boolean,
): RequestParts {
  const [, query = ''] = /\?([^#]*)/.exec(request.url) ?? [];
  return { body: bodyOf(request), query, headers: request.raw.rawHeaders, claims, wantsRaw };
}
