import { isDate } from '../functions/date-value.ts';
import { readDate } from '../functions/dates.ts';
import { TemplateProblem } from '../template-error.ts';
import type { Runtime } from './runtime.ts';
import { isList, isMap, isTrue, kindOf, numberIn, runtimeError } from './value.ts';

/** Strings of at least this length are compared in constant time and never as numbers. */
const constantTimeFrom = 16;
const digits = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Returns whether two strings are equal. Long strings are compared in constant time, so `header ==
 * hashHmac(…)` doesn't reveal how much of a guessed signature is correct.
 */
export function sameText(rt: Runtime, left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  if (left.length < constantTimeFrom) return left === right;
  rt.payText(left.length);
  let difference = 0;
  for (let index = 0; index < left.length; index++) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}

/** Returns whether both strings are short and numeric. If so, they are compared as numbers, as in Twig. */
const areDigits = (left: string, right: string): boolean =>
  left.length < constantTimeFrom &&
  right.length < constantTimeFrom &&
  digits.test(left) &&
  digits.test(right);

const isFlag = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === 'boolean';

/** Implements `==` for two values that aren't both lists or both maps, like PHP 8's loose comparison. */
export function equalScalars(rt: Runtime, left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left === right;
  if (typeof left === 'string' && typeof right === 'string') {
    return areDigits(left, right) ? Number(left) === Number(right) : sameText(rt, left, right);
  }
  if (isFlag(left) || isFlag(right)) return equalFlags(rt, left ?? null, right ?? null);
  if (isDate(left) || isDate(right)) return equalDates(rt, left, right);
  if (typeof left === 'number' && typeof right === 'string') return equalNumber(left, right);
  if (typeof left === 'string' && typeof right === 'number') return equalNumber(right, left);
  if (isContainer(left) && isContainer(right)) return !isTrue(rt, left) && !isTrue(rt, right);
  return left === right;
}

const isContainer = (value: unknown): boolean => isList(value) || isMap(value);

function equalFlags(rt: Runtime, left: unknown, right: unknown): boolean {
  if (left === null && typeof right === 'string') return right === '';
  if (right === null && typeof left === 'string') return left === '';
  return isTrue(rt, left) === isTrue(rt, right);
}

const equalNumber = (number: number, text: string): boolean => {
  const read = numberIn(text);
  return read === undefined ? String(number) === text : read === number;
};

function equalDates(rt: Runtime, left: unknown, right: unknown): boolean {
  try {
    return momentOf(rt, left) === momentOf(rt, right);
  } catch (error) {
    // A value that can't be read as a date doesn't equal a date.
    if (error instanceof TemplateProblem && error.code === 'runtime') return false;
    throw error;
  }
}

/** Returns the milliseconds of a date, a string containing a date, or Unix seconds. */
function momentOf(rt: Runtime, value: unknown): number {
  if (isDate(value)) return value.epochMs;
  rt.payDear();
  return readDate(value, rt.context).epochMs;
}

/** Compares two values as PHP 8 does. Returns a negative number, zero or a positive number. */
export function order(rt: Runtime, left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return orderTexts(rt, left, right);
  if (isFlag(left) || isFlag(right)) return orderFlags(rt, left ?? null, right ?? null);
  if (isContainer(left) || isContainer(right)) {
    throw runtimeError(`${kindOf(left)} and ${kindOf(right)} can't be ordered.`);
  }
  if (isDate(left) || isDate(right)) return momentOf(rt, left) - momentOf(rt, right);
  return typeof left === 'number'
    ? orderNumber(rt, left, String(right))
    : -orderNumber(rt, Number(right), String(left));
}

function orderTexts(rt: Runtime, left: string, right: string): number {
  const [x, y] = [numberIn(left), numberIn(right)];
  if (x !== undefined && y !== undefined && x !== y) return x - y;
  if (areDigits(left, right)) return 0;
  rt.payText(Math.min(left.length, right.length));
  return left === right ? 0 : left < right ? -1 : 1;
}

function orderFlags(rt: Runtime, left: unknown, right: unknown): number {
  if (left === null && typeof right === 'string') return right === '' ? 0 : -1;
  if (right === null && typeof left === 'string') return left === '' ? 0 : 1;
  return Number(isTrue(rt, left)) - Number(isTrue(rt, right));
}

function orderNumber(rt: Runtime, number: number, text: string): number {
  const read = numberIn(text);
  return read === undefined ? orderTexts(rt, String(number), text) : number - read;
}
