import { isDate } from '../functions/date-value.ts';
import type { Runtime } from '../run/runtime.ts';
import { emptyMap, isList, isMap, runtimeError, type ValueMap } from '../run/value.ts';
import { renderText, unitsPerElement, unitsPerKey } from '../run/walker.ts';
import { textInput, wholeArgument } from './arguments.ts';
import { countCharacters, listCharacters, sliceCharacters } from './characters-of.ts';
import type { FilterSpec } from './filter-spec.ts';

export const sequenceFilters: Readonly<Record<string, FilterSpec>> = {
  length: { least: 0, most: 0, run: length },
  first: { least: 0, most: 0, run: first },
  last: { least: 0, most: 0, run: last },
  slice: { least: 1, most: 2, run: slice },
  reverse: { least: 0, most: 0, run: reverse },
};

function length(rt: Runtime, value: unknown): number {
  if (isList(value)) return value.length;
  if (isMap(value)) return rt.keysOf(value).length;
  if (isDate(value)) throw runtimeError('A date has no length.');
  return countCharacters(rt, renderText(rt, value));
}

function first(rt: Runtime, value: unknown): unknown {
  if (isList(value)) return value[0];
  if (isMap(value)) return valueAt(value, rt.keysOf(value)[0]);
  const text = textInput(rt, value, 'first');
  return text === '' ? '' : rt.made(String.fromCodePoint(text.codePointAt(0) ?? 0));
}

function last(rt: Runtime, value: unknown): unknown {
  if (isList(value)) return value.at(-1);
  if (isMap(value)) return valueAt(value, rt.keysOf(value).at(-1));
  const text = textInput(rt, value, 'last');
  const count = countCharacters(rt, text);
  return sliceCharacters(rt, text, count - 1, count);
}

const valueAt = (map: ValueMap, key: string | undefined): unknown =>
  key === undefined ? undefined : map[key];

/** Implements `slice(from, count)`. Negative numbers count from the end, as in PHP. */
function slice(rt: Runtime, value: unknown, args: readonly unknown[]): unknown {
  const start = wholeArgument(args[0], 'slice') ?? 0;
  const count = wholeArgument(args[1], 'slice');
  const bounds = (size: number): [number, number] => {
    const from = start < 0 ? Math.max(0, size + start) : Math.min(start, size);
    const to = count === undefined ? size : count < 0 ? size + count : Math.min(size, from + count);
    return [from, Math.max(from, to)];
  };
  if (isList(value)) {
    const [from, to] = bounds(value.length);
    return payList(rt, value.slice(from, payable(rt, from, to)));
  }
  if (isMap(value)) {
    const keys = rt.keysOf(value);
    return mapOf(rt, value, keys.slice(...bounds(keys.length)));
  }
  const text = textInput(rt, value, 'slice');
  return sliceCharacters(rt, text, ...bounds(countCharacters(rt, text)));
}

/** Charges for the elements from `from` to `to`. @returns `to` */
function payable(rt: Runtime, from: number, to: number): number {
  rt.pay(to - from);
  return to;
}

function payList<T>(rt: Runtime, list: T): T {
  if (isList(list)) rt.take(list.length * unitsPerElement);
  return list;
}

function reverse(rt: Runtime, value: unknown): unknown {
  if (isList(value)) {
    rt.pay(value.length);
    return payList(rt, value.toReversed());
  }
  if (isMap(value)) return mapOf(rt, value, rt.keysOf(value).toReversed());
  return rt.made(
    listCharacters(rt, textInput(rt, value, 'reverse'))
      .reverse()
      .join(''),
  );
}

/** Returns a map with the given keys, in that order. */
export function mapOf(rt: Runtime, map: ValueMap, keys: readonly string[]): ValueMap {
  const result = emptyMap();
  rt.pay(keys.length);
  rt.take(keys.length * unitsPerKey);
  for (const key of keys) result[key] = map[key];
  return result;
}
