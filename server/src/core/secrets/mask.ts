import { concealed } from '../audit/index.ts';

/** Shorter values would hide half of every text, and are guessed anyway. */
const shortest = 6;

/** Hides every occurrence of a workspace's secrets in a text: as they are, in JSON, Base64 (also within a longer text), hex and URL-encoded. */
export type Mask = (text: string) => string;

/** Makes the mask of these secrets. It finds what comes back by itself, such as an echo; what is derived is marked before. */
export function createMask(secrets: Iterable<string>): Mask {
  const needles = [...new Set([...secrets].filter((value) => value.length >= shortest).flatMap(spellings))]
    // A longer one first: a part of it must not be replaced within.
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
    // A server that answers with the text of a JSON document, perhaps with another one in it, is a text in ours.
    ...[value, inJson(value), inJson(inJson(value)), inJson(inJson(inJson(value)))],
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    ...base64Within(bytes),
    hex,
    hex.toUpperCase(),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    // As forms have it.
    percent.replaceAll('%20', '+'),
  ];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * What stays the same of a value in the base64 of a text around it, such as `user:password`: it depends on where in a group of three bytes
 * the value begins, and its first and last characters on its neighbours.
 */
function base64Within(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((spelling) => padded.toString(spelling).slice(from, to));
  });
}
