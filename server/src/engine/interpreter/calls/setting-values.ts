import { invalid } from '../../../lib/errors.ts';
import { isHeaderValue } from '../../../lib/header-text.ts';

/** Reads a setting as a string. @throws HarkError that names the setting */
export function settingText(setting: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid('call_text', `${setting}: must be a text.`);
}

/** Reads a setting as an integer. @throws HarkError that names the setting */
export function wholeNumberOf(setting: string, value: unknown, min: number, max: number): number {
  const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw invalid('call_number', `${setting}: must be a whole number from ${min} to ${max}.`);
}

/** Reads a setting as a header value, which must be a single line. @throws HarkError that names the setting */
export function headerValueOf(setting: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw invalid('bad_header', `${setting}: must be a text.`);
  }
  const text = String(value).trim();
  if (!isHeaderValue(text)) {
    throw invalid('bad_header', `${setting}: must be a single line of printable Latin-1 characters.`);
  }
  return text;
}

/** Adds query parameters. A list becomes several parameters with the same name; null adds none. */
export function withQuery(url: string, query: Readonly<Record<string, unknown>>): string {
  const parsed = URL.parse(url);
  if (!parsed) throw invalid('call_url', 'url: must be a URL that starts with http:// or https://.');
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined)
        parsed.searchParams.append(name, settingText(`query.${name}`, one));
    }
  }
  return parsed.href;
}
