import { version } from './api.gen.ts';

type SentHeaders = Readonly<Record<string, string>>;

/**
 * Adds the client's name and version, unless the caller set the header. Browsers send their own value, and with another
 * one they would ask a listener on another origin for permission first.
 */
export function withUserAgent(headers: SentHeaders): SentHeaders {
  const isBrowser = globalThis.navigator?.userAgent?.startsWith('Mozilla/');
  if (isBrowser || Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent')) return headers;
  return { 'user-agent': `hark-js/${version}`, ...headers };
}
