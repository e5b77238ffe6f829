import { isDate } from '../functions/date-value.ts';
import { TemplateProblem } from '../template-error.ts';
import type { Runtime } from './runtime.ts';

/** Values are JSON values and dates. Any other host value is treated as missing. */
export type ValueMap = Readonly<Record<string, unknown>>;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isMap = (value: unknown): value is ValueMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isDate(value);

/** Creates a map without a prototype, in which `__proto__` is an ordinary key. */
export const emptyMap = (): Record<string, unknown> => Object.create(null);

export const runtimeError = (message: string) => new TemplateProblem('runtime', message);

/** Names a value's type for error messages. */
export function kindOf(value: unknown): string {
  if (isList(value)) return 'a list';
  if (isDate(value)) return 'a date';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'a boolean';
    case 'object':
      return value === null ? 'null' : 'a map';
    default:
      return 'null';
  }
}

/** Implements Twig's truthiness: null, false, 0, '', '0' and empty lists and maps are false. */
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

/** Implements Twig's `is empty`. Unlike with truthiness, 0 and '0' aren't empty. */
export function isEmpty(rt: Runtime, value: unknown): boolean {
  return value !== 0 && value !== '0' && !isTrue(rt, value);
}

const maxNumberLength = 64;
const number = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

/** Returns a string's numeric value, or undefined if it has none. */
export function numberIn(text: string): number | undefined {
  if (text.length > maxNumberLength || !number.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Converts a value for arithmetic. Numeric strings are accepted, because form fields are strings. A date
 * becomes its Unix seconds.
 */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const read = numberIn(value);
    if (read !== undefined) return read;
    throw runtimeError("This text isn't a number.");
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return 0;
  if (isDate(value)) return Math.floor(value.epochMs / 1000);
  throw runtimeError(`Expected a number, but this is ${kindOf(value)}.`);
}

/** Throws if an arithmetic result is infinite, because the language has no infinity. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw runtimeError('The number is too large.');
  return value;
}

const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

/** Returns the list index that a name denotes, or -1. */
export const placeIn = (name: string): number => (wholeNumber.test(name) ? Number(name) : -1);

/** Reads an own element of a list or map. Returns undefined if there is none, or if the value is neither. */
export function readMember(of: unknown, name: string, place: number): unknown {
  if (typeof of !== 'object' || of === null) return undefined;
  if (isList(of)) return place >= 0 && place < of.length ? of[place] : undefined;
  return Object.hasOwn(of, name) && !isDate(of) ? (of as ValueMap)[name] : undefined;
}

/** Converts a computed key as in PHP. */
export function toKey(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(Math.trunc(value));
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value === null || value === undefined) return '';
  throw runtimeError(`A key must be text or a number, but this is ${kindOf(value)}.`);
}
