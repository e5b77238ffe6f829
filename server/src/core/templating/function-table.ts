import { hashHmac, jwtClaims, jwtDecode, jwtEncode } from './functions/crypto.ts';
import { isDate } from './functions/date-value.ts';
import { addToDate, diffDates, formatDate, now, readDate } from './functions/dates.ts';
import type { Runtime } from './run/runtime.ts';
import { isMap, kindOf, numberIn, runtimeError, toNumber } from './run/value.ts';
import { renderJson, renderText, unitsPerKey } from './run/walker.ts';

interface FunctionSpec {
  /** The minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
  run(rt: Runtime, args: readonly unknown[]): unknown;
}

/** The six functions (spec/templates §2). Any other name is an error when the template is saved. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map<string, FunctionSpec>([
  ['now', { least: 0, most: 2, run: runNow }],
  ['dateAdd', { least: 2, most: 3, run: runDateAdd }],
  ['dateDiff', { least: 2, most: 3, run: runDateDiff }],
  ['hashHmac', { least: 3, most: 4, run: runHashHmac }],
  ['jwtEncode', { least: 2, most: 3, run: runJwtEncode }],
  ['jwtDecode', { least: 2, most: 3, run: runJwtDecode }],
]);

/** Converts a string, number or date to a string. Throws for any other value, such as a missing key. */
function text(rt: Runtime, value: unknown, what: string): string {
  if (typeof value !== 'string' && typeof value !== 'number' && !isDate(value)) {
    throw runtimeError(`${what} must be text, but this is ${kindOf(value)}.`);
  }
  const found = renderText(rt, value);
  rt.payText(found.length);
  return found;
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

const textOr = <T>(rt: Runtime, value: unknown, what: string, otherwise: T): string | T =>
  isSet(value) ? text(rt, value, what) : otherwise;

/** Implements `now` (spec/templates §2.1). Returns a date, or a string if a format or a zone is given. */
function runNow(rt: Runtime, [format, zone]: readonly unknown[]): unknown {
  const moment = now(rt.context);
  if (!isSet(format) && !isSet(zone)) return moment;
  rt.payDear();
  const letters = textOr(rt, format, 'now: the format', 'c');
  return rt.made(formatDate(moment, letters, textOr(rt, zone, 'now: the zone', undefined)));
}

function date(rt: Runtime, value: unknown) {
  rt.payDear();
  if (typeof value === 'string') rt.payText(value.length);
  return readDate(value, rt.context);
}

function runDateAdd(rt: Runtime, [from, amount, unit]: readonly unknown[]): unknown {
  const start = date(rt, from);
  const isDuration = typeof amount === 'string' && numberIn(amount) === undefined;
  const count = isDuration ? text(rt, amount, 'dateAdd: the amount') : toNumber(amount);
  return addToDate(start, count, textOr(rt, unit, 'dateAdd: the unit', 'days'), rt.context);
}

function runDateDiff(rt: Runtime, [from, to, unit]: readonly unknown[]): unknown {
  return diffDates(date(rt, from), date(rt, to), textOr(rt, unit, 'dateDiff: the unit', 'days'), rt.context);
}

function runHashHmac(rt: Runtime, [algo, data, key, output]: readonly unknown[]): unknown {
  rt.payDear();
  return rt.made(
    hashHmac(
      text(rt, algo, 'hashHmac: the algorithm'),
      text(rt, data, 'hashHmac: the data'),
      text(rt, key, 'hashHmac: the key'),
      textOr(rt, output, 'hashHmac: the output', 'hex'),
    ),
  );
}

function runJwtEncode(rt: Runtime, [payload, key, alg]: readonly unknown[]): unknown {
  rt.payDear();
  if (!isMap(payload))
    throw runtimeError(`jwtEncode: the payload must be a map, but this is ${kindOf(payload)}.`);
  rt.take(rt.keysOf(payload).length * unitsPerKey);
  const json = renderJson(rt, jwtClaims(payload));
  rt.payText(json.length);
  return rt.made(
    jwtEncode(
      json,
      text(rt, key, 'jwtEncode: the key'),
      textOr(rt, alg, 'jwtEncode: the algorithm', 'HS256'),
    ),
  );
}

function runJwtDecode(rt: Runtime, [token, key, alg]: readonly unknown[]): unknown {
  rt.payDear();
  const secret = text(rt, key, 'jwtDecode: the key');
  const named = textOr(rt, alg, 'jwtDecode: the algorithm', null);
  if (typeof token !== 'string') return null;
  rt.payText(token.length);
  rt.take(token.length);
  return jwtDecode(token, secret, named, rt.context) ?? null;
}
