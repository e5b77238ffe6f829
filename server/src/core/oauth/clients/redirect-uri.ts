/** The max length, longer than any app needs. The URI is sent back in a header. */
const maxCharacters = 2_000;

/** Splits the URI of an app on the user's own machine into its host and everything after the port. */
function loopbackParts(uri: string): { host: string; rest: string } | undefined {
  const [, host, rest = ''] =
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#]*|\?[^#]*)?$/.exec(uri) ?? [];
  return host === undefined ? undefined : { host, rest };
}

export const isLoopback = (uri: string): boolean => loopbackParts(uri) !== undefined;

/**
 * Returns whether a redirect URI can be registered (RFC 9700 2.1, 2.6). It must use https, or http to
 * loopback, and have no fragment, no user and nothing that a browser parses differently.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > maxCharacters || !/^[!-~]+$/.test(uri) || /[\\#"<>^`{|}]/.test(uri)) return false;
  if (/^[^/]*\/\/[^/?]*@/.test(uri) || !URL.canParse(uri)) return false;
  return isLoopback(uri) || /^https:\/\/[^/?]/.test(uri);
}

/**
 * Returns whether `uri` is registered: an exact match, or a loopback URI that differs only in the port, which
 * such apps choose at run time (spec/oauth §2.3, RFC 8252 7.3).
 */
export function redirectMatches(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  const asked = isRedirectUri(uri) ? loopbackParts(uri) : undefined;
  if (!asked) return false;
  return registered.some((known) => {
    const parts = loopbackParts(known);
    return parts?.host === asked.host && parts.rest === asked.rest;
  });
}

/** Adds response parameters to a redirect URI's query (RFC 6749 4.1.2, RFC 9207). */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) query.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`;
}
