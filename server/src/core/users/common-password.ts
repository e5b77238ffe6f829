import { inflateRawSync } from 'node:zlib';
import { commonPasswords } from './common-passwords.gen.ts';

/** A shorter word says little about the digits that follow it. */
export const minBaseLength = 4;

const productName = 'hark';

/** Returns the password in lower case, without the digits and punctuation that people add to a word. */
export const baseOf = (password: string): string => password.toLowerCase().replace(/[^\p{L}]+$/u, '');

/**
 * Returns why a password is easy to guess: it is on lists of stolen passwords, or it is one of the given words or the
 * product's name. It may be repeated, or followed by digits and punctuation. The list ships with Hark, so no password
 * leaves the server.
 */
export function guessableAs(password: string, words: readonly string[]): 'stolen' | 'personal' | undefined {
  // Setting a password is rare, so the list isn't kept in memory.
  const list = inflateRawSync(Buffer.from(commonPasswords, 'base64')).toString();
  const own = new Set([...words.flatMap(partsOf), productName]);
  const texts = [password.toLowerCase(), baseOf(password)]
    .flatMap((text) => [text, unitOf(text)])
    .filter((text) => text.length >= minBaseLength);
  if (texts.some((text) => own.has(text))) return 'personal';
  return texts.some((text) => list.includes(`\n${text}\n`)) ? 'stolen' : undefined;
}

/** Returns the text that the whole text repeats, or the text itself. */
const unitOf = (text: string): string => /^(.+?)\1+$/s.exec(text)?.[1] ?? text;

/** Returns a name or email address in the forms that are used as a password. */
function partsOf(word: string): string[] {
  const text = word.trim().toLowerCase();
  const local = text.split('@')[0] ?? '';
  return [text, text.replace(/\s+/g, ''), local, ...text.split(/[^\p{L}\p{N}]+/u)].flatMap((part) => [
    part,
    baseOf(part),
  ]);
}
