import type { Runtime } from '../run/runtime.ts';
import { isList, isMap, kindOf, runtimeError, toNumber } from '../run/value.ts';
import { renderText } from '../run/walker.ts';

/** Reads a text filter's input. Lists and maps are rejected as ambiguous. */
export function textInput(rt: Runtime, value: unknown, filter: string): string {
  if (isList(value) || isMap(value)) {
    throw runtimeError(`${filter} needs text, but this is ${kindOf(value)}. Use join or json_encode first.`);
  }
  const text = renderText(rt, value);
  rt.payText(text.length);
  return text;
}

/** Reads a text argument; undefined if omitted. */
export function textArgument(rt: Runtime, value: unknown, filter: string): string | undefined {
  return value === undefined || value === null ? undefined : textInput(rt, value, filter);
}

/** Reads an integer argument; undefined if omitted. */
export function wholeArgument(value: unknown, filter: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = toNumber(value);
  if (!Number.isInteger(number)) throw runtimeError(`${filter} needs whole numbers.`);
  return number;
}

/** The fixed cost of a small native call in steps, in addition to the cost of the text it scans. */
export const nativeCall = 5;

/**
 * Replaces matches of a pattern (with the g flag) and charges for each one, because the native replace can't
 * be metered.
 */
export function rewrite(
  rt: Runtime,
  text: string,
  pattern: RegExp,
  replacement: (found: string) => string,
): string {
  let result = '';
  let from = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const piece = text.slice(from, match.index) + replacement(match[0]);
    from = pattern.lastIndex;
    rt.step();
    rt.take(piece.length);
    result += piece;
  }
  return from === 0 ? rt.made(text) : result + rt.made(text.slice(from));
}
