import type { FastifyRequest } from 'fastify';
import type { RawHeaders, RequestParts, RequestView, VerifiedClaims } from '../../core/listeners/index.ts';
import { bodyOf } from '../body.ts';
import { traceOf } from '../request-span.ts';
import { hostOf } from '../workspace-by-host.ts';

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
export function addressOf(url: string): ListenerAddress | undefined {
  const [, first, second] = /^\/listener\/([0-9a-f]{32})\/([0-9a-f]{32})(?:[?#]|$)/.exec(url) ?? [];
  return first === undefined || second === undefined ? undefined : { first, second };
}

/** What the checks look at; the body is not touched. */
export const viewOf = ({ method, raw }: FastifyRequest): RequestView => ({ method, headers: raw.rawHeaders });

/** A request whose body is there, whichever way it came. */
export interface SentRequest {
  readonly url: string;
  readonly host: string;
  readonly headers: RawHeaders;
  readonly body: Buffer;
  /** The trace that goes on from it. */
  readonly trace: string | undefined;
}

export const sentOf = (request: FastifyRequest): SentRequest => ({
  url: request.url,
  host: hostOf(request.raw),
  headers: request.raw.rawHeaders,
  body: bodyOf(request),
  trace: traceOf(request.raw),
});

/** What the run's input is made of. */
export function partsOf(
  { url, headers, body }: SentRequest,
  claims: VerifiedClaims | undefined,
  wantsRaw: boolean,
): RequestParts {
  const begin = url.indexOf('?');
  const query = begin < 0 ? '' : (url.slice(begin + 1).split('#', 1)[0] ?? '');
  return { body, query, headers, claims, wantsRaw };
}
