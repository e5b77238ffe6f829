import { order } from '../run/compare.ts';
import type { Runtime } from '../run/runtime.ts';
import { findText } from '../run/search.ts';
import { emptyMap, isList, isMap, kindOf, runtimeError, type ValueMap } from '../run/value.ts';
import { renderText, unitsPerElement, unitsPerKey } from '../run/walker.ts';
import { textArgument, textInput, wholeArgument } from './arguments.ts';
import { listCharacters } from './characters-of.ts';
import type { FilterSpec } from './filter-spec.ts';
import { mapOf } from './sequences.ts';

export const listFilters: Readonly<Record<string, FilterSpec>> = {
  join: { least: 0, most: 2, run: join },
  split: { least: 1, most: 2, run: split },
  sort: { least: 0, most: 0, run: sort },
  keys: { least: 0, most: 0, run: keys },
  merge: { least: 1, most: 1, run: merge },
};

function join(rt: Runtime, value: unknown, args: readonly unknown[]): string {
  const glue = textArgument(rt, args[0], 'join') ?? '';
  const lastGlue = textArgument(rt, args[1], 'join') ?? glue;
  const items = isMap(value) ? valuesOf(rt, value) : isList(value) ? value : value === null ? [] : [value];
  let text = '';
  for (let index = 0; index < items.length; index++) {
    const piece = renderText(rt, items[index]);
    const between = index === 0 ? '' : index === items.length - 1 ? lastGlue : glue;
    rt.step();
    rt.take(between.length + piece.length);
    text += between + piece;
  }
  return text;
}

function valuesOf(rt: Runtime, map: ValueMap): unknown[] {
  const keys = rt.keysOf(map);
  rt.pay(keys.length);
  rt.take(keys.length * unitsPerElement);
  return keys.map((key) => map[key]);
}

/**
 * Splits like PHP's explode: into at most `limit` pieces or, if `limit` is negative, into all pieces except
 * the last `-limit`. Without a separator, splits into characters.
 */
function split(rt: Runtime, value: unknown, args: readonly unknown[]): string[] {
  const text = textInput(rt, value, 'split');
  const separator = textArgument(rt, args[0], 'split') ?? '';
  const limit = wholeArgument(args[1], 'split');
  if (separator === '') return splitEvery(rt, text, limit ?? 1);
  const most = limit === undefined || limit < 0 ? Number.POSITIVE_INFINITY : Math.max(1, limit);
  const pieces: string[] = [];
  let from = 0;
  while (pieces.length < most - 1) {
    const at = findText(rt, text, separator, from);
    if (at === -1) break;
    pieces.push(piece(rt, text, from, at));
    from = at + separator.length;
  }
  pieces.push(piece(rt, text, from, text.length));
  return limit !== undefined && limit < 0 ? pieces.slice(0, limit) : pieces;
}

function piece(rt: Runtime, text: string, from: number, to: number): string {
  rt.take(unitsPerElement + to - from);
  return text.slice(from, to);
}

function splitEvery(rt: Runtime, text: string, size: number): string[] {
  const characters = listCharacters(rt, text);
  rt.take(characters.length * unitsPerElement);
  if (size <= 1) return characters;
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}

/** Sorts in ascending order. A map keeps its keys. */
function sort(rt: Runtime, value: unknown): unknown {
  if (isList(value)) {
    rt.take(value.length * unitsPerElement);
    return value.toSorted((left, right) => compare(rt, left, right));
  }
  if (!isMap(value)) throw runtimeError(`sort needs a list or a map, but this is ${kindOf(value)}.`);
  const keys = rt.keysOf(value);
  rt.take(keys.length * unitsPerElement);
  return mapOf(
    rt,
    value,
    keys.toSorted((left, right) => compare(rt, value[left], value[right])),
  );
}

function compare(rt: Runtime, left: unknown, right: unknown): number {
  rt.step();
  return order(rt, left, right);
}

function keys(rt: Runtime, value: unknown): unknown[] {
  const found = isMap(value) ? rt.keysOf(value) : isList(value) ? value.keys() : [];
  const list = [...found];
  rt.pay(list.length);
  rt.take(list.length * unitsPerElement);
  return list;
}

function merge(rt: Runtime, value: unknown, [other]: readonly unknown[]): unknown {
  if (isList(value) && isList(other)) {
    const size = value.length + other.length;
    rt.pay(size);
    rt.take(size * unitsPerElement);
    return [...value, ...other];
  }
  const result = emptyMap();
  for (const part of [value, other]) {
    if (!isMap(part) && !isList(part))
      throw runtimeError(`merge needs lists or maps, but this is ${kindOf(part)}.`);
    const names = isMap(part) ? rt.keysOf(part) : part.map((_, index) => String(index));
    rt.pay(names.length);
    rt.take(names.length * unitsPerKey);
    for (const name of names) result[name] = (part as ValueMap)[name];
  }
  return result;
}
