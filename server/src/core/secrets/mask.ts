import { concealed } from '../audit/index.ts';

/** Shorter values would hide half of every text, and are guessed anyway. */
const shortest = 6;

/** Hides every occurrence of a workspace's secrets in a text: as they are, in JSON, Base64 (also within a longer text), hex and URL-encoded. */
export type Mask = (text: string) => string;

/** Makes the mask of these secrets. It finds what comes back by itself, such as an echo; what is derived is marked before. */
export function createMask(secrets: ReadonlyMap<string, string>): Mask {
  const needles = [
    ...new Set([...secrets.values()].filter((value) => value.length >= shortest).flatMap(spellings)),
  ]
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
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...[0, 1, 2].flatMap((before) => insideBase64(bytes, before)),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(value.toWellFormed()),
  ];
}

/**
 * How the value is spelled inside the Base64 of a longer text, such as `user:password` of a Basic header, where so many bytes
 * modulo three stand before it: the characters that it alone decides. Those at its edges belong to its neighbours too.
 */
function insideBase64(bytes: Buffer, before: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
  return (['base64', 'base64url'] as const).map((kind) => padded.toString(kind).slice(from, to));
}
