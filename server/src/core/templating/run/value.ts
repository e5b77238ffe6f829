import { isDate } from '../functions/date-value.ts';
import { TemplateProblem } from '../template-error.ts';
import type { Runtime } from './runtime.ts';

/** Values are JSON values and dates. Any other host value counts as missing. */
export type ValueMap = Readonly<Record<string, unknown>>;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isMap = (value: unknown): value is ValueMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDate(value);

/** A map without a prototype, in which `__proto__` is an ordinary key. */
export const emptyMap = (): Record<string, unknown> => Object.create(null);

export const runtimeError = (message: string) => new TemplateProblem('runtime', message);

/** The type of a value, for messages. */
export function kindOf(value: unknown): string {
  if (isList(value)) return 'a list';
  if (isDate(value)) return 'a date';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'object':
      return value === null ? 'nothing' : 'a map';
    default:
      return 'nothing';
  }
}

/** Twig's truthiness: null, false, 0, '', '0' and empty lists and maps are false. */
export function isTrue(rt: Runtime, value: unknown): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '' && value !== '0';
    case 'number':
      return value !== 0;
    case 'object':
      if (value === null) return false;
      if (isList(value)) return value.length > 0;
      return isDate(value) || rt.keysOf(value).length > 0;
    default:
      return false;
  }
}

/** Twig's `is empty`: unlike truthiness, 0 and '0' are not empty. */
export function isEmpty(rt: Runtime, value: unknown): boolean {
  return value !== 0 && value !== '0' && !isTrue(rt, value);
}

const longestNumber = 64;
const number = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

/** The numeric value of a text, or undefined. */
export function numberIn(text: string): number | undefined {
  if (text.length > longestNumber || !number.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A value in arithmetic: numeric texts count, because form fields are texts; a date is its Unix seconds. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const read = numberIn(value);
    if (read !== undefined) return read;
    throw runtimeError('This text is not a number.');
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return 0;
  if (isDate(value)) return Math.floor(value.epochMs / 1000);
  throw runtimeError(`Expected a number, but this is ${kindOf(value)}.`);
}

/** Arithmetic results: the language has no infinity. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw runtimeError('The number is too large.');
  return value;
}

const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

/** The list index that a name denotes, or -1. */
export const placeIn = (name: string): number => (wholeNumber.test(name) ? Number(name) : -1);

/** Reads an own part of a list or map; undefined if there is none, or for any other value. */
export function readMember(of: unknown, name: string, place: number): unknown {
  if (typeof of !== 'object' || of === null) return undefined;
  if (isList(of)) return place >= 0 && place < of.length ? of[place] : undefined;
  return Object.hasOwn(of, name) && !isDate(of) ? (of as ValueMap)[name] : undefined;
}

/** A computed key, converted as in PHP. */
export function toKey(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(Math.trunc(value));
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === null || value === undefined) return '';
  throw runtimeError(`A key is a text or a number, but this is ${kindOf(value)}.`);
}
