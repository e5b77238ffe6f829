import { randomBytes } from 'node:crypto';

/** Creates strings with a common prefix and finds all of them in one search, in every encoding in which they could leak. */
export interface Canaries {
  /** Returns a canary whose text names its purpose. */
  of(use: string): string;
  /** Returns all canaries in the given bytes, each with the surrounding text. */
  findIn(bytes: Buffer): string[];
}

/** Creates canaries with a unique prefix. Letters and digits only, so that URLs and JSON don't encode them differently. */
export function createCanaries(): Canaries {
  const prefix = `Cnry${randomBytes(8).toString('hex').slice(0, 10)}`;
  const needles = spellingsOf(prefix);
  return {
    of: (use) => `${prefix}${use}${randomBytes(4).toString('hex')}`,
    findIn: (bytes) =>
      needles.flatMap(([spelling, needle]) => {
        const found: string[] = [];
        for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) {
          const around = bytes.subarray(Math.max(0, at - 60), at + 100).toString('latin1');
          found.push(`${spelling}: …${around}…`);
        }
        return found;
      }),
  };
}

/** Returns the plain string, its hex form, and its Base64 forms at every offset in a longer string, as in a Basic header. */
function spellingsOf(text: string): [string, Buffer][] {
  const hex = Buffer.from(text).toString('hex');
  const inBase64 = [0, 1, 2].flatMap((before): [string, string][] => {
    const padded = Buffer.from('-'.repeat(before) + text);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((kind) => [kind, padded.toString(kind).slice(from, to)]);
  });
  const spellings: [string, string][] = [
    ['plain', text],
    ['upper case', text.toUpperCase()],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ...inBase64,
  ];
  return [...new Map(spellings.map(([kind, spelled]) => [spelled, kind]))].map(([spelled, kind]) => [
    kind,
    Buffer.from(spelled),
  ]);
}
