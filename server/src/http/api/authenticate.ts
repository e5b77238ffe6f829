import type { FastifyRequest } from 'fastify';
import type { Credential } from '../../core/access/index.ts';
import { requireRestAccess } from '../../core/access/index.ts';
import { invalid } from '../../lib/errors.ts';
import { sendNotFoundPage } from '../pages/not-found-page.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import { authorizationsOf, bearerIn, rawValues, refuseTwo } from '../request/bearer.ts';
import type { Check } from '../request/check.ts';

/**
 * Finds the credential. Precedence: the `Bearer` header, then a header spelled exactly `apikey`, then the query
 * parameter. An empty value counts as sent (spec/rest-api §1.1, §1.2, §1.3).
 */
export function findCredential(
  rawHeaders: readonly string[],
  query: Readonly<Record<string, unknown>>,
  rewritesHeaderNames: boolean,
): Credential | undefined {
  const authorizations = authorizationsOf(rawHeaders);
  // Proxies written in Go change the header's name (PROXY_REWRITES_HEADER_NAMES).
  const keys = rawValues(
    rawHeaders,
    (name) => name === 'apikey' || (rewritesHeaderNames && name === 'Apikey'),
  );
  const credential = choose(authorizations, keys, query);
  if (!credential) return undefined;
  refuseTwo(authorizations);
  // A key that is sent with a Bearer token isn't consulted, and neither is a second one.
  if (credential.type === 'api_key' && (keys.length > 1 || Array.isArray(query.apikey))) {
    throw invalid('two_api_keys', 'Send exactly one apikey, either in a header or in a query parameter.');
  }
  return credential;
}

function choose(
  authorizations: readonly string[],
  keys: readonly string[],
  query: Readonly<Record<string, unknown>>,
): Credential | undefined {
  const bearer = bearerIn(authorizations);
  if (bearer !== undefined) return { type: 'bearer', value: bearer };
  if (keys[0] !== undefined) return { type: 'api_key', value: keys[0] };
  if (!Object.hasOwn(query, 'apikey')) return undefined;
  return { type: 'api_key', value: String(query.apikey) };
}

export const credentialOf = ({ raw, query }: FastifyRequest, rewritesHeaderNames: boolean) =>
  findCredential(raw.rawHeaders, query as Readonly<Record<string, unknown>>, rewritesHeaderNames);

/** Check: a request without a credential gets a not-found page, so the API stays hidden (spec/rest-api §1.4). */
export const requireCredential =
  (rewritesHeaderNames: boolean): Check =>
  (request, reply) =>
    credentialOf(request, rewritesHeaderNames)
      ? undefined
      : sendNotFoundPage(reply.header('hark-error', 'no_credential'), 'no-credential');

/** Check: first the credential (401), then the role's access to the API (403) (spec/rest-api §2). */
export const authenticateCaller: Check = (request) => requireRestAccess(authenticatedOf(request).principal);
