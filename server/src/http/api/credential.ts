import type { Credential } from '../../core/access/index.ts';
import { invalid } from '../../lib/errors.ts';

/**
 * The credential that a request carries, or undefined (seed 5.4, decisions 6.1). A `Bearer` header decides alone; then
 * comes a header spelled exactly `apikey`, then the query parameter. Present but empty counts as sent.
 * The raw headers are read, because Node lower-cases names and keeps one of two `Authorization` headers.
 */
export function findCredential(
  rawHeaders: readonly string[],
  query: Readonly<Record<string, unknown>>,
  isBehindProxy: boolean,
): Credential | undefined {
  const valuesOf = (isNamed: (name: string) => boolean) =>
    rawHeaders.filter((_, index) => index % 2 === 1 && isNamed(rawHeaders[index - 1] ?? ''));
  const authorizations = valuesOf((name) => name.toLowerCase() === 'authorization');
  // Proxies written in Go rewrite the name, so behind one their spelling is taken too.
  const keys = valuesOf((name) => name === 'apikey' || (isBehindProxy && name === 'Apikey'));
  const credential = choose(authorizations, keys, query);
  if (credential && authorizations.length > 1) {
    throw invalid('two_authorizations', 'Send exactly one Authorization header.');
  }
  return credential;
}

function choose(
  authorizations: readonly string[],
  keys: readonly string[],
  query: Readonly<Record<string, unknown>>,
): Credential | undefined {
  const bearer = authorizations.find((value) => /^bearer(\s|$)/i.test(value));
  if (bearer !== undefined) return { type: 'bearer', value: bearer.slice('bearer'.length).trim() };
  if (keys[0] !== undefined) return { type: 'api_key', value: keys[0] };
  if (!Object.hasOwn(query, 'apikey')) return undefined;
  return { type: 'api_key', value: typeof query.apikey === 'string' ? query.apikey : '' };
}
