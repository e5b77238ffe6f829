import type { Runtime } from '../run/runtime.ts';
import { isList, isMap, kindOf, refuse, toNumber } from '../run/value.ts';
import { textOf } from '../run/walker.ts';

/** The input of a filter that works on texts. Lists and maps are refused: what would be meant is not clear. */
export function textInput(rt: Runtime, value: unknown, filter: string): string {
  if (isList(value) || isMap(value)) {
    throw refuse(`${filter} takes a text, but this is ${kindOf(value)}. Use join or json_encode first.`);
  }
  const text = textOf(rt, value);
  rt.payText(text.length);
  return text;
}

/** An argument that is a text; undefined when it is not given. */
export function textArgument(rt: Runtime, value: unknown, filter: string): string | undefined {
  return value === undefined || value === null ? undefined : textInput(rt, value, filter);
}

/** An argument that is a whole number; undefined when it is not given. */
export function wholeArgument(value: unknown, filter: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = toNumber(value);
  if (!Number.isInteger(number)) throw refuse(`${filter} takes whole numbers.`);
  return number;
}
