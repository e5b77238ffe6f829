import { Buffer } from 'node:buffer';
import { HarkError } from '../../../lib/errors.ts';
import { checkJson, parseExactJson } from '../../../lib/json.ts';
import { formatDate, readDate } from '../functions/dates.ts';
import type { Runtime } from '../run/runtime.ts';
import { isList, isMap, runtimeError } from '../run/value.ts';
import { copyOut, renderJson } from '../run/walker.ts';
import { nativeCall, rewrite, textArgument, textInput } from './arguments.ts';
import type { FilterSpec } from './filter-spec.ts';
import { buildQuery, urlEncode } from './query.ts';

/** Twig's default format for `|date`. */
const defaultFormat = 'F j, Y H:i';

export const encodingFilters: Readonly<Record<string, FilterSpec>> = {
  date: { least: 0, most: 2, run: date },
  json_encode: { least: 0, most: 0, run: renderJson },
  json_decode: { least: 0, most: 0, run: decodeJson },
  url_encode: {
    least: 0,
    most: 0,
    run: (rt, value) =>
      isMap(value) || isList(value)
        ? buildQuery(rt, value)
        : rt.made(urlEncode(textInput(rt, value, 'url_encode'))),
  },
  base64_encode: {
    least: 0,
    most: 0,
    run: (rt, value) => recode(rt, textInput(rt, value, 'base64_encode'), 'utf8', 'base64'),
  },
  base64_decode: {
    least: 0,
    most: 0,
    run: (rt, value) => recode(rt, textInput(rt, value, 'base64_decode'), 'base64', 'utf8'),
  },
  e: { least: 0, most: 1, run: escapeHtml },
};

/**
 * Uses the same parser as for request bodies: it has the same depth limit and returns large integers as
 * strings.
 */
function decodeJson(rt: Runtime, value: unknown): unknown {
  const text = textInput(rt, value, 'json_decode');
  rt.take(text.length);
  try {
    return copyOut(rt, parseExactJson(checkJson(text).text));
  } catch (error) {
    throw error instanceof HarkError ? runtimeError(`json_decode: ${error.message}`) : error;
  }
}

function recode(rt: Runtime, text: string, from: BufferEncoding, to: BufferEncoding): string {
  rt.pay(nativeCall);
  return rt.made(Buffer.from(text, from).toString(to));
}

function date(rt: Runtime, value: unknown, args: readonly unknown[]): string {
  const format = textArgument(rt, args[0], 'date') ?? defaultFormat;
  const zone = textArgument(rt, args[1], 'date');
  rt.payDear();
  return rt.made(formatDate(readDate(value ?? 'now', rt.context), format, zone));
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

const special = /[&<>"']/g;

function escapeHtml(rt: Runtime, value: unknown, args: readonly unknown[]): string {
  const strategy = textArgument(rt, args[0], 'e') ?? 'html';
  if (strategy !== 'html') throw runtimeError("e supports only 'html'. For URLs, use url_encode.");
  return rewrite(rt, textInput(rt, value, 'e'), special, (character) => escapes[character] ?? character);
}
