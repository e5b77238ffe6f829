import { headerValues, type RawHeaders } from './raw-headers.ts';
import type { ResolvedSettings } from './resolved-settings.ts';

export type OriginVerdict =
  /** The check does not cover this request. */
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'allowed'; readonly origin: string }
  | { readonly kind: 'refused' };

/**
 * Seed 5.2, decisions 2 and 3. Origins are compared as texts: letter case, `:443` and a trailing slash matter. More than
 * one `Origin`, or an empty one, is no origin at all, and not even `*` allows it.
 */
export function judgeOrigin(headers: RawHeaders, settings: OriginSettings): OriginVerdict {
  if (!settings.allowCors) return { kind: 'unchecked' };
  const [value, second] = headerValues(headers, 'origin');
  if (value === undefined) return { kind: 'unchecked' };
  const origin = value.trim();
  if (second !== undefined || origin === '') return { kind: 'refused' };
  if (isOwnHost(origin, settings.baseUrl)) return { kind: 'unchecked' };
  return isListed(origin, settings.corsDomains) ? { kind: 'allowed', origin } : { kind: 'refused' };
}

type OriginSettings = Pick<ResolvedSettings, 'allowCors' | 'corsDomains' | 'baseUrl'>;

/** Seed 5.2.1: the entries of a list of origins, split on commas and trimmed. */
export const listedOrigins = (domains = ''): string[] => domains.split(',').map((entry) => entry.trim());

/** Seed 5.2.1: equal, or `*`, which stands for all. Domains that resolve to nothing allow nobody (decisions 3). */
function isListed(origin: string, domains: string | undefined): boolean {
  const entries = listedOrigins(domains);
  return entries.includes('*') || entries.includes(origin);
}

/**
 * Decisions 2: the own host is host and port of the stored base URL. A port that is written is the same port under
 * either scheme; one that is not follows from the scheme, so then the scheme has to be the same as well.
 */
function isOwnHost(origin: string, baseUrl: string): boolean {
  if (origin === baseUrl) return true;
  const host = baseUrl.replace(/^https?:\/\//, '');
  return /:\d+$/.test(host) && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Seed 5.2.2: what an answer to an allowed origin carries. The origin is echoed even when the list is `*`. */
export const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-headers': '*',
});
