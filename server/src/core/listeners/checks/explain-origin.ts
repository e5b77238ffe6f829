import type { ResolvedSettings } from '../settings/resolved-settings.ts';
import { judgeOrigin, listedOrigins } from './origin-verdict.ts';

/** Reasons why an origin doesn't match the entry it most resembles. */
export const originMisses = [
  'no_entries',
  'slash_in_list',
  'slash_in_origin',
  'letter_case',
  'pattern',
  'no_scheme',
  'path_in_list',
  'scheme',
  'port',
  'unlike_all',
] as const;
type Miss = (typeof originMisses)[number];

export interface ExplainedOrigin {
  readonly reason: Miss;
  /** The entry that the origin resembles; empty if there is none. */
  readonly entry: string;
}

/**
 * Explains why the CORS check rejects an origin; undefined if it accepts the origin. Origins are compared as
 * strings (spec/listeners §4.2), so most rejected ones differ by a slash, a port or a scheme.
 */
export function explainOrigin(origin: string, settings: ResolvedSettings): ExplainedOrigin | undefined {
  if (judgeOrigin(['origin', origin], settings).kind !== 'refused') return undefined;
  const entries = listedOrigins(settings.corsDomains).filter((entry) => entry !== '');
  if (entries.length === 0) return { reason: 'no_entries', entry: '' };
  for (const reason of originMisses) {
    const entry = entries.find((one) => misses[reason]?.(origin, one));
    if (entry !== undefined) return { reason, entry };
  }
  return { reason: 'unlike_all', entry: '' };
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');
const partsOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined);

/** For each reason, a function that returns whether it is the only reason why the entry doesn't match. */
const misses: Partial<Record<Miss, (origin: string, entry: string) => boolean>> = {
  slash_in_list: (origin, entry) => withoutSlash(entry) === origin,
  slash_in_origin: (origin, entry) => withoutSlash(origin) === entry,
  letter_case: (origin, entry) => entry.toLowerCase() === origin.toLowerCase(),
  pattern: (origin, entry) => entry.includes('*') && hostOf(origin).endsWith(entry.replace(/^.*\*/, '')),
  no_scheme: (origin, entry) => partsOf(origin)?.host === withoutSlash(entry),
  path_in_list: (origin, entry) => entry.startsWith(`${origin}/`),
  scheme: (origin, entry) =>
    hostOf(origin) !== '' && hostOf(origin) === hostOf(entry) && !isSameScheme(origin, entry),
  port: (origin, entry) =>
    nameOf(origin) !== '' && nameOf(origin) === nameOf(entry) && isSameScheme(origin, entry),
};

const hostOf = (text: string) => partsOf(text)?.host ?? '';
const nameOf = (text: string) => partsOf(text)?.hostname ?? '';
const isSameScheme = (one: string, other: string) => partsOf(one)?.protocol === partsOf(other)?.protocol;
