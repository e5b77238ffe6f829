import { TemplateProblem } from '../template-error.ts';
import {
  charCode,
  isBlank,
  isDigit,
  isForeignSpace,
  isInlineBlank,
  isNamePart,
  isNameStart,
} from './characters.ts';
import { readString } from './read-string.ts';
import type { Token, TokenKind } from './token.ts';

// Longest first. Signs that are also in `instead` come from other languages; the error suggests what to write
// instead.
const signs = [
  '...',
  '<=>',
  '===',
  '!==',
  '**',
  '//',
  '..',
  '??',
  '?:',
  '==',
  '!=',
  '<=',
  '>=',
  '=>',
  '||',
  '&&',
  '?.',
];
const singleSigns = '()[]{},:.|?+-~*/%<>=';
const instead: ReadonlyMap<string, string> = new Map([
  ['||', 'or'],
  ['&&', 'and'],
  ['!', 'not'],
  ['===', 'is same as(…)'],
  ['!==', 'is not same as(…)'],
  ['?.', ". (missing parts aren't errors)"],
]);

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Returns whether a source contains nothing to evaluate, so it renders to itself. */
export const isLiteral = (source: string): boolean =>
  !source.includes('{{') && !source.includes('{%') && !source.includes('{#');

/** Splits a source into tokens in a single pass without backtracking, in linear time. */
export function scan(source: string): Token[] {
  return new Scanner(source).run();
}

class Scanner {
  private readonly source: string;
  private readonly tokens: Token[] = [];
  private at = 0;
  /** Which blanks the last tag removes from the text after it. */
  private strip: '' | '-' | '~' | 'newline' = '';

  constructor(source: string) {
    this.source = source;
  }

  run(): Token[] {
    for (let open = this.nextOpen(); open !== -1; open = this.nextOpen()) {
      const second = this.source.charCodeAt(open + 1);
      const marker = this.markerAt(open + 2);
      this.pushText(open, marker);
      this.at = open + 2 + marker.length;
      if (second === charCode.hash) this.skipComment(open);
      else this.scanInside(open, second === charCode.openBrace ? '}}' : '%}');
    }
    this.pushText(this.source.length, '');
    this.push('end', '', this.source.length, this.source.length);
    return this.tokens;
  }

  private nextOpen(): number {
    let index = this.source.indexOf('{', this.at);
    for (; index !== -1; index = this.source.indexOf('{', index + 1)) {
      const second = this.source.charCodeAt(index + 1);
      if (second === charCode.openBrace || second === charCode.percent || second === charCode.hash)
        return index;
    }
    return -1;
  }

  private markerAt(at: number): '' | '-' | '~' {
    const character = this.source.charCodeAt(at);
    if (character === charCode.minus) return '-';
    return character === charCode.tilde ? '~' : '';
  }

  private push(kind: TokenKind, text: string, at: number, end: number): void {
    this.tokens.push({ kind, text, at, end });
  }

  private pushText(to: number, marker: '' | '-' | '~'): void {
    let start = this.at;
    let end = to;
    if (this.strip === 'newline') start = this.afterNewline(start);
    else if (this.strip !== '') {
      const goes = this.strip === '-' ? isBlank : isInlineBlank;
      while (start < end && goes(this.source.charCodeAt(start))) start++;
    }
    if (marker !== '') {
      const goes = marker === '-' ? isBlank : isInlineBlank;
      while (end > start && goes(this.source.charCodeAt(end - 1))) end--;
    }
    if (start < end) this.push('text', this.source.slice(start, end), start, end);
  }

  /** Skips one newline after a tag, as Twig does. */
  private afterNewline(at: number): number {
    if (this.source.charCodeAt(at) === charCode.newline) return at + 1;
    const isPair =
      this.source.charCodeAt(at) === charCode.return && this.source.charCodeAt(at + 1) === charCode.newline;
    return isPair ? at + 2 : at;
  }

  private skipComment(open: number): void {
    const close = this.source.indexOf('#}', this.at);
    if (close === -1) throw new TemplateProblem('syntax', 'This comment has no closing #}.', open);
    // In `{#-#}`, the minus belongs to the opening tag.
    this.strip = (close > this.at ? this.markerAt(close - 1) : '') || 'newline';
    this.at = close + 2;
  }

  /** Scans to the end of a tag. Closing signs inside brackets are ignored: `{{ {a: {b: 1}} }}`. */
  private scanInside(open: number, closing: '}}' | '%}'): void {
    this.push(closing === '}}' ? 'open-print' : 'open-tag', '', open, this.at);
    const brackets: { at: number; closer: string }[] = [];
    for (;;) {
      this.skipBlanks();
      if (this.at >= this.source.length) {
        const bracket = brackets.at(-1);
        if (bracket) throw new TemplateProblem('syntax', 'This bracket is never closed.', bracket.at);
        throw new TemplateProblem('syntax', `This has no closing ${closing}.`, open);
      }
      if (brackets.length === 0 && this.scanClosing(closing)) return;
      const sign = this.scanToken();
      const wanted = closers.get(sign);
      if (wanted !== undefined) brackets.push({ at: this.at - 1, closer: wanted });
      else if (sign !== '' && sign === brackets.at(-1)?.closer) brackets.pop();
    }
  }

  private skipBlanks(): void {
    for (; this.at < this.source.length; this.at++) {
      const character = this.source.charCodeAt(this.at);
      if (!isBlank(character) && character !== 0x0c && !isForeignSpace(character)) return;
    }
  }

  private scanClosing(closing: '}}' | '%}'): boolean {
    const marker = this.markerAt(this.at);
    if (!this.source.startsWith(closing, this.at + marker.length)) return false;
    const end = this.at + marker.length + 2;
    this.push('close', closing, this.at, end);
    this.strip = marker || (closing === '%}' ? 'newline' : '');
    this.at = end;
    return true;
  }

  /** Scans one token. @returns the token if it is a sign, for counting brackets */
  private scanToken(): string {
    const character = this.source.charCodeAt(this.at);
    if (isNameStart(character)) return this.scanName();
    if (isDigit(character)) return this.scanNumber();
    if (character === charCode.quote || character === charCode.apostrophe) {
      const { value, end } = readString(this.source, this.at);
      this.push('string', value, this.at, end);
      this.at = end;
      return '';
    }
    return this.scanSign();
  }

  private scanName(): string {
    const start = this.at;
    while (isNamePart(this.source.charCodeAt(this.at))) this.at++;
    this.push('name', this.source.slice(start, this.at), start, this.at);
    return '';
  }

  /** After a dot, reads only digits, so `rows.0.1` is two parts and not the number 0.1. */
  private scanNumber(): string {
    const start = this.at;
    const last = this.tokens.at(-1);
    this.skipDigits();
    if (last?.kind !== 'sign' || last.text !== '.') {
      if (this.source.charCodeAt(this.at) === charCode.dot && isDigit(this.source.charCodeAt(this.at + 1))) {
        this.at++;
        this.skipDigits();
      }
      this.skipExponent();
    }
    this.push('number', this.source.slice(start, this.at), start, this.at);
    return '';
  }

  private skipDigits(): void {
    while (isDigit(this.source.charCodeAt(this.at))) this.at++;
  }

  private skipExponent(): void {
    const letter = this.source.charAt(this.at);
    if (letter !== 'e' && letter !== 'E') return;
    const sign = this.source.charAt(this.at + 1);
    const digits = this.at + (sign === '+' || sign === '-' ? 2 : 1);
    if (!isDigit(this.source.charCodeAt(digits))) return;
    this.at = digits;
    this.skipDigits();
  }

  private scanSign(): string {
    const single = this.source.charAt(this.at);
    const sign = signs.find((one) => this.source.startsWith(one, this.at)) ?? single;
    const better = instead.get(sign);
    if (better !== undefined) {
      throw new TemplateProblem('syntax', `${sign} isn't supported.`, this.at, better);
    }
    if (sign === single && !singleSigns.includes(single)) {
      throw new TemplateProblem('syntax', "This character isn't valid here.", this.at);
    }
    this.push('sign', sign, this.at, this.at + sign.length);
    this.at += sign.length;
    return sign;
  }
}
