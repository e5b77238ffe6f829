import { z } from 'zod';
import { Secret } from '../lib/crypto/secret.ts';

/** Parses a comma-separated list. */
export const list = <T>(read: (entry: string) => T | undefined, message: string) =>
  z.string().transform((value, context): ReadonlySet<T> => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(read);
    const known = entries.filter((entry) => entry !== undefined);
    if (known.length < entries.length) {
      context.addIssue({ code: 'custom', message: `${message}, not "${value}"` });
    }
    return new Set(known);
  });

/** Parses headers in OpenTelemetry's format: names with percent-encoded values. */
export const headerList = z.string().transform((value, context): ReadonlyMap<string, Secret> => {
  const pairs = value
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => /^\s*([\w-]+)\s*=\s*((?:[!-$&-+.-~ -]|%[\da-fA-F]{2})*)$/.exec(pair));
  const known = pairs.filter((pair) => pair !== null);
  if (known.length < pairs.length) {
    context.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas' });
  }
  return new Map(
    known.map(([, name = '', text = '']) => [name, new Secret(decodeURIComponent(text.trim()))]),
  );
});

export const portOf = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined;

/** Normalizes `host:port` as in a URL, so all spellings of a host are equal. */
export function placeOf(text: string): string | undefined {
  const [, host, given] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = given === undefined ? undefined : portOf(given);
  const hostname = URL.parse(`http://${host}`)?.hostname;
  const isHost =
    hostname !== undefined && /^(\[[\da-f:.]+\]|[\w.-]+)$/.test(hostname) && !/[/?#@]/.test(text);
  return port === undefined || !isHost ? undefined : `${hostname}:${port}`;
}
