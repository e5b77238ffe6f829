import { TemplateProblem } from '../template-error.ts';
import { charCode } from './characters.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
  ['b', '\b'],
  ['a', '\u0007'],
]);
const twoHex = /[0-9a-fA-F]{1,2}/y;
const octal = /[0-7]{1,3}/y;

/** Reads the quoted string at `at`. The escapes are Twig's, in both kinds of quotes. */
export function readString(source: string, at: number): { value: string; end: number } {
  const quote = source.charCodeAt(at);
  let value = '';
  let from = at + 1;
  for (let index = from; index < source.length; index++) {
    const character = source.charCodeAt(index);
    if (character === quote) return { value: value + source.slice(from, index), end: index + 1 };
    if (
      character === charCode.hash &&
      quote === charCode.quote &&
      source.charCodeAt(index + 1) === charCode.openBrace
    ) {
      throw new TemplateProblem(
        'syntax',
        "#{…} isn't supported inside quoted text. Join the parts with ~.",
        index,
      );
    }
    if (character !== charCode.backslash) continue;
    const escaped = readEscape(source, index + 1);
    value += source.slice(from, index) + escaped.value;
    from = escaped.end;
    index = from - 1;
  }
  throw new TemplateProblem('syntax', 'This text has no closing quote.', at);
}

function readEscape(source: string, at: number): { value: string; end: number } {
  const letter = source.charAt(at);
  const known = escapes.get(letter);
  if (known !== undefined) return { value: known, end: at + 1 };
  const isHex = letter === 'x';
  const digits = isHex ? twoHex : octal;
  digits.lastIndex = isHex ? at + 1 : at;
  const found = digits.exec(source)?.[0];
  if (found !== undefined) {
    return { value: String.fromCharCode(Number.parseInt(found, isHex ? 16 : 8)), end: digits.lastIndex };
  }
  // Any other escaped character stands for itself.
  return { value: letter, end: at + 1 };
}
