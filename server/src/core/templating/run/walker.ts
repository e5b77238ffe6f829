import { maxJsonDepth } from '../../../lib/json.ts';
import { isDate, printDate } from '../functions/date-value.ts';
import { equalScalars, sameText } from './compare.ts';
import type { Runtime } from './runtime.ts';
import { emptyMap, isList, isMap, runtimeError } from './value.ts';

// All code that walks nested values is in this file and charges for each element. Lists can share elements,
// so thirty lines can build a value with a billion elements that takes no space until some code walks it.

/**
 * The max depth for printing and comparing. It is a little more than a body's max depth, because a template
 * may wrap a body.
 */
const maxWalkDepth = 96;

/** The memory cost of a list element and of a map key. */
export const unitsPerElement = 8;
export const unitsPerKey = 32;

function enter(rt: Runtime, depth: number, deepest: number): void {
  rt.step();
  if (depth > deepest) throw runtimeError(`The value is nested more than ${deepest} levels deep.`);
}

/**
 * Formats a value for printing: null and false as nothing, true as 1, lists and maps as JSON, dates as ISO
 * 8601.
 */
export function renderText(rt: Runtime, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? '1' : '';
    case 'object':
      if (value === null) return '';
      return isDate(value) ? dateText(rt, value) : renderJson(rt, value);
    default:
      return '';
  }
}

function dateText(rt: Runtime, date: Parameters<typeof printDate>[0]): string {
  rt.payDear();
  return rt.made(printDate(date));
}

export function renderJson(rt: Runtime, value: unknown): string {
  const writer = { text: '' };
  writeJson(rt, writer, value, 1);
  return writer.text;
}

function writeJson(rt: Runtime, writer: { text: string }, value: unknown, depth: number): void {
  enter(rt, depth, maxWalkDepth);
  if (isList(value)) {
    put(rt, writer, '[');
    for (let index = 0; index < value.length; index++) {
      if (index > 0) put(rt, writer, ',');
      writeJson(rt, writer, value[index], depth + 1);
    }
    put(rt, writer, ']');
  } else if (isMap(value)) {
    put(rt, writer, '{');
    let isFirst = true;
    for (const key of rt.keysOf(value)) {
      rt.step();
      put(rt, writer, `${isFirst ? '' : ','}${JSON.stringify(key)}:`);
      writeJson(rt, writer, value[key], depth + 1);
      isFirst = false;
    }
    put(rt, writer, '}');
  } else put(rt, writer, jsonOfScalar(rt, value));
}

function put(rt: Runtime, writer: { text: string }, piece: string): void {
  rt.take(piece.length);
  writer.text += piece;
}

function jsonOfScalar(rt: Runtime, value: unknown): string {
  if (isDate(value)) return `"${dateText(rt, value)}"`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : 'null';
}

/** Implements Twig's `==`, or `is same as` if `strict` is set. */
export function areEqual(rt: Runtime, left: unknown, right: unknown, strict = false, depth = 1): boolean {
  enter(rt, depth, maxWalkDepth);
  if (isList(left) && isList(right)) {
    if (left === right) return true;
    return (
      left.length === right.length &&
      left.every((item, index) => areEqual(rt, item, right[index], strict, depth + 1))
    );
  }
  if (isMap(left) && isMap(right)) {
    if (left === right) return true;
    const keys = rt.keysOf(left);
    return (
      keys.length === rt.keysOf(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && areEqual(rt, left[key], right[key], strict, depth + 1))
    );
  }
  return strict ? areSame(rt, left, right) : equalScalars(rt, left, right);
}

function areSame(rt: Runtime, left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') return sameText(rt, left, right);
  if (isDate(left) && isDate(right)) return left.epochMs === right.epochMs && left.zone === right.zone;
  return (left ?? null) === (right ?? null);
}

/**
 * Copies a result without shared elements, so serializing it later costs no more than was charged here. Maps
 * have no prototype, and dates become strings. A result can be nested as deeply as a request body
 * (spec/templates §1.7).
 */
export function copyOut(rt: Runtime, value: unknown, depth = 1): unknown {
  if (typeof value === 'string') return rt.made(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (isDate(value)) return dateText(rt, value);
  enter(rt, depth, maxJsonDepth);
  if (isList(value)) {
    rt.take(value.length * unitsPerElement);
    return value.map((item) => copyElement(rt, item, depth + 1));
  }
  return isMap(value) ? copyMap(rt, value, depth) : null;
}

function copyMap(rt: Runtime, value: Readonly<Record<string, unknown>>, depth: number): unknown {
  const copy = emptyMap();
  for (const key of rt.keysOf(value)) {
    rt.take(unitsPerKey + key.length);
    copy[key] = copyElement(rt, value[key], depth + 1);
  }
  return copy;
}

function copyElement(rt: Runtime, value: unknown, depth: number): unknown {
  rt.step();
  return copyOut(rt, value, depth);
}
