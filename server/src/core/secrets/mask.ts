import { concealed } from '../audit/index.ts';

/** Masking shorter values would hide half of every text, and they are easily guessed anyway. */
const shortest = 6;

/** Hides secrets in a text: plain, JSON, Base64 (also within a longer text), hex and URL-encoded. */
export type Mask = (text: string) => string;

/** Hides secrets that come back, such as in an echo. Values derived from secrets are marked elsewhere. */
export function createMask(secrets: Iterable<string>): Mask {
  const needles = [...new Set([...secrets].filter((value) => value.length >= shortest).flatMap(spellings))]
    // Longest first, so that a part of a secret is not replaced within it.
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
  const percent = encodeURIComponent(value.toWellFormed());
  return [
    // A response may contain JSON as text, which may itself contain JSON as text.
    ...[value, inJson(value), inJson(inJson(value)), inJson(inJson(inJson(value)))],
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    ...base64Within(bytes),
    hex,
    hex.toUpperCase(),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    // Form encoding.
    percent.replaceAll('%20', '+'),
  ];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The part of a value's Base64 that is independent of the text around it, such as `user:password`. It depends
 * on the value's offset modulo 3; its first and last characters depend on the neighbors.
 */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((spelling) => padded.toString(spelling).slice(from, to));
  });
}
