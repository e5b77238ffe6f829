import type { ConnectionSettings } from './connection.ts';

const isSecure = (url: URL, allow: ReadonlySet<string>): boolean =>
  url.protocol === 'https:' ||
  (url.protocol === 'http:' && allow.has(`${url.hostname}:${url.port === '' ? 80 : url.port}`));

/**
 * Reads an origin. `http` is accepted only for hosts and ports in `allow`, the operator's HARK_EGRESS_ALLOW
 * (spec/connections §1.2).
 */
export function readOrigin(text: string, allow: ReadonlySet<string>): string | undefined {
  const url = /^https?:\/\/[^/?#@\\\s]+$/i.test(text) ? URL.parse(text) : null;
  return url && isSecure(url, allow) ? url.origin : undefined;
}

/** Whether a URL can be a token or authorization endpoint. Its origin follows the same rule. */
export function isEndpoint(text: string, allow: ReadonlySet<string>): boolean {
  const url = text.length <= 2_048 ? URL.parse(text) : null;
  return (
    url !== null &&
    isSecure(url, allow) &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#') &&
    !/\s/.test(text)
  );
}

/**
 * Resolves a request's URL. Compares parsed URLs, because `//evil.test/` and `/\evil.test/` look like paths
 * (spec/connections §2.2).
 * @returns undefined if the URL has another origin
 */
export function resolveUrl(url: string, { origin }: Pick<ConnectionSettings, 'origin'>): string | undefined {
  const resolved = url.startsWith('/') ? URL.parse(url, origin) : URL.parse(url);
  return resolved?.origin === origin ? resolved.href : undefined;
}
