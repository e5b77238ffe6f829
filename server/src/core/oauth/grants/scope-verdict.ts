import { invalid } from '../../../lib/errors.ts';
import { type Scope, scopes } from '../../api-clients/index.ts';

/**
 * The requested scope and resources. A `resource` counts if it is one of ours (spec/oauth §3.2, RFC 8707).
 */
export interface Asked {
  readonly scope: string | undefined;
  readonly resources: readonly string[];
}

/** Returns the scopes that a request asks for. Scope and resources are merged before any rule applies. */
function scopesAsked(baseUrl: string, { scope = '', resources }: Asked): Set<string> {
  const named = scope.split(' ').filter((word) => word !== '');
  return new Set([...named, ...resources.flatMap((resource) => scopeOfResource(baseUrl, resource) ?? [])]);
}

/**
 * Recognizes `api`, `mcp` and their URLs. Scheme and host match in any case, with or without a trailing slash
 * (spec/oauth §3.2). Any other resource is ignored (spec/oauth §3.1).
 */
function scopeOfResource(baseUrl: string, resource: string): Scope | undefined {
  return scopes.find((scope) => {
    if (resource === scope) return true;
    const [, origin, path] = /^([^/]*\/\/[^/]*)(\/.*)$/.exec(resource) ?? [];
    return origin?.toLowerCase() === baseUrl && (path === `/${scope}` || path === `/${scope}/`);
  });
}

const isScope = (word: string | undefined): word is Scope => scopes.some((scope) => scope === word);

const refuse = (message: string) => invalid('invalid_scope', message);

/**
 * Returns the single scope of an authorization request, or throws if the request must be rejected (spec/oauth
 * §3.1). `held` is the client's scope; it is null before the first approval, which sets the scope.
 */
export function judgeScope(baseUrl: string, asked: Asked, held: Scope | null): Scope {
  const words = scopesAsked(baseUrl, asked);
  if (words.size === 0) throw refuse('A scope is required.');
  return judgeWords(words, held);
}

/**
 * Like `judgeScope`, but at the token endpoint, where a missing scope means the approved one (spec/oauth
 * §3.1).
 */
export function judgeScopeAgain(baseUrl: string, asked: Asked, approved: Scope): Scope {
  const words = scopesAsked(baseUrl, asked);
  return words.size === 0 ? approved : judgeWords(words, approved);
}

function judgeWords(words: ReadonlySet<string>, held: Scope | null): Scope {
  if (scopes.every((scope) => words.has(scope))) {
    throw refuse('A token is issued for a single resource, so ask for one of mcp or api per request.');
  }
  const foreign = [...words].find((word) => (held === null ? !isScope(word) : word !== held));
  if (foreign !== undefined) throw notHeld(foreign);
  const [scope] = words;
  if (!isScope(scope)) throw notHeld(String(scope));
  return scope;
}

/**
 * The error for a scope that the client doesn't have. Also thrown if two first approvals race, because the
 * first one sets the scope.
 */
export const notHeld = (scope: string) => refuse(`Client is not authorised for scope: ${scope}`);
