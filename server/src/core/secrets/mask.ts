import { concealed } from '../audit/index.ts';

/**
 * The min length of a masked value. Masking shorter values would hide parts of unrelated text, and they are
 * easily guessed anyway.
 */
const shortest = 6;

/**
 * Hides secrets in a string, whether they appear as plain text, JSON, Base64 (also within a longer string),
 * hex or URL-encoded.
 */
export type Mask = (text: string) => string;

/**
 * Creates a mask that hides secrets which appear in data, for example because a server echoed them. Values
 * derived from secrets are handled elsewhere.
 */
export function createMask(secrets: Iterable<string>): Mask {
  const needles = [...new Set([...secrets].filter((value) => value.length >= shortest).flatMap(spellings))]
    // Longest first, so a secret that is part of a longer one doesn't replace only that part.
    .sort((a, b) => b.length - a.length);
  if (needles.length === 0) return (text) => text;
  return (text) =>
    needles.reduce(
      (done, needle) => (done.includes(needle) ? done.replaceAll(needle, concealed) : done),
      text,
    );
}

function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  return [
    // A response may contain a JSON string that itself contains JSON strings.
    ...[value, inJson(value), inJson(inJson(value)), inJson(inJson(inJson(value)))],
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    ...base64Within(bytes),
    hex,
    hex.toUpperCase(),
    ...percentEncoded(value),
    ...percentEncoded(inJson(value)),
  ];
}

function percentEncoded(text: string): string[] {
  const percent = encodeURIComponent(text.toWellFormed());
  return [
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    // Form encoding writes a space as a plus sign.
    percent.replaceAll('%20', '+'),
  ];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Returns the part of a value's Base64 encoding that doesn't depend on the surrounding text, as in
 * `user:password`. There is one variant for each value of the offset modulo 3. Characters that also encode
 * neighboring text are left out.
 */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((spelling) => padded.toString(spelling).slice(from, to));
  });
}
