import { randomBytes } from 'node:crypto';

/** Texts that begin alike, and can so be found all at once, in every spelling in which they could get out. */
export interface Canaries {
  /** A text of this kind that tells what it was used for. */
  of(use: string): string;
  /** Everything of this kind in some bytes, each with what stands around it. */
  findIn(bytes: Buffer): string[];
}

/** Makes a kind of canaries that nobody else has. Letters and digits only, so that URLs and JSON spell them the same. */
export function createCanaries(): Canaries {
  const beginning = `Cnry${randomBytes(8).toString('hex').slice(0, 10)}`;
  const needles = spellingsOf(beginning);
  return {
    of: (use) => `${beginning}${use}${randomBytes(4).toString('hex')}`,
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

/** Plain, hex, and Base64 wherever in a longer text it begins, as in a Basic header. */
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
