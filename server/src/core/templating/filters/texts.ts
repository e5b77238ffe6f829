import { isBlank } from '../language/characters.ts';
import type { Runtime } from '../run/runtime.ts';
import { findText } from '../run/search.ts';
import { isMap, runtimeError } from '../run/value.ts';
import { rewrite, textArgument, textInput } from './arguments.ts';
import type { FilterSpec } from './filter-spec.ts';

const plain = (name: string, change: (text: string) => string): FilterSpec => ({
  least: 0,
  most: 0,
  run: (rt, value) => rt.made(change(textInput(rt, value, name))),
});

export const textFilters: Readonly<Record<string, FilterSpec>> = {
  upper: plain('upper', (text) => text.toUpperCase()),
  lower: plain('lower', (text) => text.toLowerCase()),
  capitalize: plain('capitalize', capitalize),
  title: { least: 0, most: 0, run: title },
  trim: { least: 0, most: 2, run: trim },
  replace: { least: 1, most: 1, run: replace },
  nl2br: { least: 0, most: 0, run: breakLines },
  striptags: plain('striptags', stripTags),
};

function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === '' ? '' : first.toUpperCase() + text.slice(first.length).toLowerCase();
}

const words = /\p{L}[\p{L}\p{M}'’]*/gu;

function title(rt: Runtime, value: unknown): string {
  const text = textInput(rt, value, 'title');
  // Classifying letters is slow, so each character costs a full step.
  rt.pay(text.length);
  return rewrite(rt, text, words, capitalize);
}

const newlines = /\r\n|\n|\r/g;

function breakLines(rt: Runtime, value: unknown): string {
  return rewrite(rt, textInput(rt, value, 'nl2br'), newlines, (newline) => `<br />${newline}`);
}

const sides = new Set(['both', 'left', 'right']);

function trim(rt: Runtime, value: unknown, args: readonly unknown[]): string {
  const text = textInput(rt, value, 'trim');
  const characters = textArgument(rt, args[0], 'trim');
  const side = textArgument(rt, args[1], 'trim') ?? 'both';
  if (!sides.has(side)) throw runtimeError("The side to trim must be 'both', 'left' or 'right'.");
  const listed = characters === undefined ? undefined : new Set(characters);
  const goes = (index: number): boolean =>
    listed ? listed.has(text.charAt(index)) : isBlank(text.charCodeAt(index));
  let [start, end] = [0, text.length];
  if (side !== 'right') while (start < end && goes(start)) start++;
  if (side !== 'left') while (end > start && goes(end - 1)) end--;
  rt.pay((text.length - end + start) >> 2);
  return rt.made(text.slice(start, end));
}

/**
 * Implements `replace({from: to, …})` like PHP's strtr: the longest key wins, and replacements aren't scanned
 * again.
 */
function replace(rt: Runtime, value: unknown, [pairs]: readonly unknown[]): string {
  const text = textInput(rt, value, 'replace');
  if (!isMap(pairs)) throw runtimeError("replace needs a map such as {'old': 'new'}.");
  const keys = rt.keysOf(pairs).filter((key) => key !== '');
  const [only] = keys;
  if (only === undefined) return text;
  const replacement = (key: string): string => textInput(rt, pairs[key], 'replace');
  return keys.length === 1
    ? replaceOne(rt, text, only, replacement(only))
    : replaceMany(rt, text, keys, replacement);
}

function replaceOne(rt: Runtime, text: string, key: string, by: string): string {
  let result = '';
  let from = 0;
  for (let at = findText(rt, text, key); at !== -1; at = findText(rt, text, key, from)) {
    result = put(rt, result, text.slice(from, at), by);
    from = at + key.length;
  }
  return put(rt, result, text.slice(from), '');
}

function put(rt: Runtime, result: string, kept: string, by: string): string {
  rt.take(kept.length + by.length);
  return result + kept + by;
}

function replaceMany(
  rt: Runtime,
  text: string,
  keys: readonly string[],
  replacement: (key: string) => string,
): string {
  const byFirst = keysByFirst(rt, keys);
  let result = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const key = byFirst.get(text.charCodeAt(at))?.find((one) => {
      rt.payText(one.length);
      return text.startsWith(one, at);
    });
    if (key === undefined) continue;
    result = put(rt, result, text.slice(from, at), replacement(key));
    from = at + key.length;
    at = from - 1;
  }
  return put(rt, result, text.slice(from), '');
}

/** Returns the keys by first character, longest first. */
function keysByFirst(rt: Runtime, keys: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const byFirst = new Map<number, string[]>();
  rt.pay(2 * keys.length);
  for (const key of [...keys].sort((a, b) => b.length - a.length)) {
    const first = key.charCodeAt(0);
    const known = byFirst.get(first);
    if (known) known.push(key);
    else byFirst.set(first, [key]);
  }
  return byFirst;
}

/**
 * Removes everything from `<` to `>`, as PHP does: a `>` inside quotes doesn't end a tag, a `<` before a
 * blank is text, and an unclosed tag removes the rest.
 */
function stripTags(text: string): string {
  let result = '';
  let from = 0;
  for (let open = text.indexOf('<'); open !== -1; open = text.indexOf('<', Math.max(from, open + 1))) {
    const next = text.charCodeAt(open + 1);
    if (Number.isNaN(next) || isBlank(next)) continue;
    result += text.slice(from, open);
    from = endOfTag(text, open);
    open = from - 1;
  }
  return result + text.slice(from);
}

function endOfTag(text: string, open: number): number {
  if (text.startsWith('<!--', open)) {
    const end = text.indexOf('-->', open + 4);
    return end === -1 ? text.length : end + 3;
  }
  let quote = '';
  for (let index = open + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index + 1;
  }
  return text.length;
}
