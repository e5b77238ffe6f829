import type { ChainOperator } from '../language/ast.ts';
import { order, sameText } from './compare.ts';
import type { Runtime } from './runtime.ts';
import { findText } from './search.ts';
import { finite, isList, isMap, runtimeError, toNumber } from './value.ts';
import { areEqual, unitsPerElement } from './walker.ts';

type Operate = (rt: Runtime, left: unknown, right: unknown) => unknown;

/** The binary operators. `and`, `or` and `~` accept many operands and are handled elsewhere. */
export const operators: Readonly<Record<Exclude<ChainOperator, 'and' | 'or' | '~'>, Operate>> = {
  '==': (rt, left, right) => areEqual(rt, left, right),
  '!=': (rt, left, right) => !areEqual(rt, left, right),
  '<': (rt, left, right) => order(rt, left, right) < 0,
  '<=': (rt, left, right) => order(rt, left, right) <= 0,
  '>': (rt, left, right) => order(rt, left, right) > 0,
  '>=': (rt, left, right) => order(rt, left, right) >= 0,
  in: isIn,
  'not in': (rt, left, right) => !isIn(rt, left, right),
  'starts with': (rt, left, right) => hasPart(rt, left, right, (text, part) => text.slice(0, part.length)),
  'ends with': (rt, left, right) =>
    hasPart(rt, left, right, (text, part) => text.slice(text.length - part.length)),
  '..': range,
  '+': (_, left, right) => finite(toNumber(left) + toNumber(right)),
  '-': (_, left, right) => finite(toNumber(left) - toNumber(right)),
  '*': (_, left, right) => finite(toNumber(left) * toNumber(right)),
  '/': (_, left, right) => finite(toNumber(left) / divisor(toNumber(right))),
  '//': (_, left, right) => finite(Math.floor(toNumber(left) / divisor(toNumber(right)))),
  '%': (_, left, right) => (Math.trunc(toNumber(left)) % divisor(Math.trunc(toNumber(right)))) + 0,
};

function divisor(value: number): number {
  if (value === 0) throw runtimeError('Division by zero.');
  return value;
}

export const raise = (base: unknown, exponent: unknown): number =>
  finite(toNumber(base) ** toNumber(exponent));

function isIn(rt: Runtime, needle: unknown, haystack: unknown): boolean {
  if (typeof haystack === 'string') {
    if (typeof needle !== 'string' && typeof needle !== 'number') return false;
    return findText(rt, haystack, String(needle)) !== -1;
  }
  if (isList(haystack)) return haystack.some((item) => areEqual(rt, needle, item));
  return isMap(haystack) && rt.keysOf(haystack).some((key) => areEqual(rt, needle, haystack[key]));
}

type Cut = (text: string, part: string) => string;

function hasPart(rt: Runtime, text: unknown, part: unknown, cut: Cut): boolean {
  if (typeof text !== 'string' || typeof part !== 'string') return false;
  return part.length <= text.length && sameText(rt, cut(text, part), part);
}

/** Implements `a..b`, ascending or descending, for integers or single letters. */
function range(rt: Runtime, from: unknown, to: unknown): unknown[] {
  const letters = isLetter(from) && isLetter(to);
  const start = letters ? from.charCodeAt(0) : toNumber(from);
  const end = letters ? to.charCodeAt(0) : toNumber(to);
  const count = Math.floor(Math.abs(end - start)) + 1;
  if (count > rt.limits.range) throw runtimeError(`A range can have at most ${rt.limits.range} elements.`);
  rt.pay(count);
  rt.take(count * unitsPerElement);
  const direction = end < start ? -1 : 1;
  return Array.from({ length: count }, (_, index) => {
    const value = start + index * direction;
    return letters ? String.fromCharCode(value) : value;
  });
}

const isLetter = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]$/.test(value);
