/** Longer than any address that an app needs; it comes back in a header. */
const maxCharacters = 2_000;

/** An app on the person's own machine: its host, and what follows the port. */
function loopbackParts(uri: string): { host: string; rest: string } | undefined {
  const [, host, rest = ''] =
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#]*|\?[^#]*)?$/.exec(uri) ?? [];
  return host === undefined ? undefined : { host, rest };
}

/** Whether the address is one of an app on the person's own machine. */
export const isLoopback = (uri: string): boolean => loopbackParts(uri) !== undefined;

/**
 * Whether an address may be registered to send people back to (RFC 9700 2.1, 2.6): https, or http to this very machine;
 * no fragment, no user, nothing that a browser reads in another way than we do.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > maxCharacters || !/^[!-~]+$/.test(uri) || /[\\#"<>^`{|}]/.test(uri)) return false;
  if (/^[^/]*\/\/[^/?]*@/.test(uri) || !URL.canParse(uri)) return false;
  return isLoopback(uri) || /^https:\/\/[^/?]/.test(uri);
}

/**
 * Whether a request may be sent back to `uri`: it is registered, letter by letter, or differs from a registered address
 * on loopback in nothing but the port, which such apps take as they find it (RFC 8252 7.3).
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

/** The address with an answer of ours in its query (RFC 6749 4.1.2, RFC 9207). */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) query.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query}`;
}
