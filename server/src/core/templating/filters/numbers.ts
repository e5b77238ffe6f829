import type { Runtime } from '../run/runtime.ts';
import { finite, runtimeError, toNumber } from '../run/value.ts';
import { nativeCall, textArgument, wholeArgument } from './arguments.ts';
import type { FilterSpec } from './filter-spec.ts';

export const numberFilters: Readonly<Record<string, FilterSpec>> = {
  abs: { least: 0, most: 0, run: (_, value) => Math.abs(toNumber(value)) },
  round: { least: 0, most: 2, run: round },
  number_format: { least: 0, most: 3, run: numberFormat },
};

const maxDigits = 20;

function digitsArgument(value: unknown, filter: string): number {
  const digits = wholeArgument(value, filter) ?? 0;
  if (Math.abs(digits) > maxDigits) throw runtimeError(`${filter} supports at most ${maxDigits} digits.`);
  return digits;
}

const ways: ReadonlyMap<string, (value: number) => number> = new Map([
  // Rounds half away from zero, as in PHP.
  ['common', (value: number) => Math.sign(value) * Math.round(Math.abs(value))],
  ['ceil', Math.ceil],
  ['floor', Math.floor],
]);

function round(rt: Runtime, value: unknown, args: readonly unknown[]): number {
  rt.pay(nativeCall);
  const digits = digitsArgument(args[0], 'round');
  const way = ways.get(textArgument(rt, args[1], 'round') ?? 'common');
  if (!way) throw runtimeError("round supports 'common', 'ceil' and 'floor'.");
  return rounded(toNumber(value), digits, way);
}

/** Shifts the decimal point in decimal notation, so 1.005 rounds to 1.01, as people expect. */
function rounded(value: number, digits: number, way: (value: number) => number): number {
  const result = shifted(way(shifted(value, digits)), -digits);
  return finite(result) + 0;
}

function shifted(value: number, by: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + by}`);
}

function numberFormat(rt: Runtime, value: unknown, args: readonly unknown[]): string {
  const digits = Math.max(0, digitsArgument(args[0], 'number_format'));
  const point = textArgument(rt, args[1], 'number_format') ?? '.';
  const separator = textArgument(rt, args[2], 'number_format') ?? ',';
  const number = rounded(toNumber(value), digits, ways.get('common') ?? Math.round);
  const [whole = '', fraction = ''] = plain(Math.abs(number), digits).split('.');
  rt.pay(nativeCall + whole.length);
  rt.take(whole.length * (1 + separator.length) + point.length + digits);
  return `${number < 0 ? '-' : ''}${grouped(whole, separator)}${fraction === '' ? '' : point + fraction}`;
}

function grouped(digits: string, separator: string): string {
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3) {
    text = digits.slice(Math.max(0, end - 3), end) + separator + text;
  }
  return text;
}

/** Formats without an exponent, which `toFixed` uses for very large numbers. */
const plain = (value: number, digits: number): string =>
  value < 1e21 ? value.toFixed(digits) : `${BigInt(value)}${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`;
