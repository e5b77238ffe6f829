import { invalid } from '../../lib/errors.ts';

/** A header holds one line of text; whatever would begin another one is refused. */
export function headerText(place: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw invalid('bad_header', `${place}: must be a text.`);
  }
  const text = String(value).trim();
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw invalid('bad_header', `${place}: must be one line of Latin letters, digits and signs.`);
  }
  return text;
}
