import { concealed } from '../audit/index.ts';

/** Shorter values would hide half of every text, and are guessed anyway. */
const shortest = 6;

/** Hides every occurrence of a workspace's secrets in a text: as they are, in JSON, base64, hex and URL-encoded. */
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
    hex,
    hex.toUpperCase(),
    encodeURIComponent(value.toWellFormed()),
  ];
}
