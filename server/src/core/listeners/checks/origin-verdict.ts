import { headerValues, type RawHeaders } from '../input/raw-headers.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';

export type OriginVerdict =
  /** The CORS check doesn't cover this request. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'allowed'; readonly origin: string }
  /** `origin` is the header as sent, or empty if it isn't a single origin. */
  | { readonly kind: 'refused'; readonly origin: string };

/**
 * Checks the origin. Origins are compared as strings, so letter case, `:443` and a trailing slash matter. An
 * empty `Origin`, or more than one, is rejected even if the list is `*` (spec/listeners §4.1, §4.2).
 */
export function judgeOrigin(headers: RawHeaders, settings: OriginSettings): OriginVerdict {
  if (!settings.allowCors) return { kind: 'unchecked' };
  const values = headerValues(headers, 'origin');
  const [value, second] = values;
  if (value === undefined) return { kind: 'unchecked' };
  const origin = value.trim();
  if (second !== undefined || origin === '') return { kind: 'refused', origin: '' };
  if (isOwnHost(origin, settings.baseUrl)) return { kind: 'unchecked' };
  return isListed(origin, settings.corsDomains)
    ? { kind: 'allowed', origin }
    : { kind: 'refused', origin: shownOrigin(origin) };
}

/** Only origins are kept for the request inspector, because other text could be personal data. */
const shownOrigin = (origin: string): string =>
  /^(null|[a-z][a-z\d+.-]*:\/\/[a-z\d.:[\]-]{1,255}\/?)$/i.test(origin) ? origin : '';

type OriginSettings = Pick<ResolvedSettings, 'allowCors' | 'corsDomains' | 'baseUrl'>;

/** Returns the entries of the list, which are separated by commas and trimmed (spec/listeners §4.2). */
export const listedOrigins = (domains = ''): string[] => domains.split(',').map((entry) => entry.trim());

/**
 * `*` allows any origin (spec/listeners §4.2). If the domains can't be resolved, no origin is allowed
 * (spec/listeners §2.5).
 */
function isListed(origin: string, domains: string | undefined): boolean {
  const entries = listedOrigins(domains);
  return entries.includes('*') || entries.includes(origin);
}

/**
 * Returns whether the origin is the service's own host, which is the host and port of the stored base URL
 * (spec/listeners §4.1). An explicit port is the same port under either scheme. An implicit port depends on
 * the scheme, so the schemes must be equal too.
 */
function isOwnHost(origin: string, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  const host = baseUrl.replace(/^https?:\/\//, '');
  return /:\d+$/.test(host) && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Returns the CORS headers. The origin is echoed even if the list is `*` (spec/listeners §4.3). */
export const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-headers': '*',
});
