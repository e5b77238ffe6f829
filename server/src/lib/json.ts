import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { invalid, messageOf } from './errors.ts';

/** `JSON.parse` accepts millions of levels; code that walks such a value would overflow the stack. */
export const maxJsonDepth = 64;

/**
 * Parses untrusted JSON. Accepts at most 64 levels and requires valid UTF-8; keys such as `__proto__` are plain
 * data.
 * @throws HarkError with the code `malformed_json` or `json_too_deep`
 */
export function parseJson(source: string | Buffer): unknown {
  const { value } = checkJson(source);
  detachPrototypes(value);
  return value;
}

/**
 * Runs the same checks as `parseJson`, for callers that pass the text on. The parsed objects keep their
 * prototype, so read them only with `Object.keys` and `Object.hasOwn`.
 */
export function checkJson(source: string | Buffer): { text: string; value: unknown } {
  if (typeof source !== 'string' && !isUtf8(source)) {
    throw invalid('malformed_json', "The body isn't valid UTF-8. Send JSON encoded as UTF-8.");
  }
  // Some senders start with a byte order mark.
  const text = source.toString().replace(/^\uFEFF/, '');
  if (isTooDeep(text)) {
    throw invalid(
      'json_too_deep',
      `The JSON is nested more than ${maxJsonDepth} levels deep. Send a flatter structure.`,
    );
  }
  return { text, value: readJson(text) };
}

/** Whether a parsed value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two JSON values are equal. Parsed input has no prototypes, unlike values that Hark created. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(structuredClone(one), structuredClone(other));

/**
 * Parses JSON that Hark wrote around untrusted data. There are no limits, but keys are still treated as plain
 * data.
 */
export function parseOwnJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  detachPrototypes(value);
  return value;
}

/**
 * Like `parseOwnJson`, but for data that a workflow received from outside. An integer that a JavaScript number
 * can't represent exactly becomes a string with all its digits (spec/listeners §6.3). Don't use it for step
 * outputs: a number must not become a string when it is read back.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = mayHoldLargeInteger.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  detachPrototypes(value);
  return value;
}

/** A reviver makes parsing several times slower, so it is used only if needed. */
const mayHoldLargeInteger = /\d{16}/;

/** Converts large integers to strings. The third argument is newer than TypeScript's type declarations. */
const keepDigits = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8's message quotes the input, which may contain a secret, so only the position is reported.
    const position = /at position (\d+)/.exec(messageOf(error))?.[1];
    const place = position === undefined ? '' : ` Check character ${Number(position) + 1}.`;
    throw invalid('malformed_json', `The JSON is invalid.${place}`);
  }
}

/** Scans the text before parsing. Only brackets outside of strings count. */
function isTooDeep(text: string): boolean {
  if (hasFewBrackets(text)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === backslash) index++;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === openBracket || character === openBrace) {
      if (++depth > maxJsonDepth) return true;
    } else if (character === closeBracket || character === closeBrace) depth--;
  }
  return false;
}

/**
 * A fast path that most bodies take, ten times faster than the scan: the text doesn't have enough brackets to
 * be too deep.
 */
function hasFewBrackets(text: string): boolean {
  let count = 0;
  for (const bracket of ['[', '{']) {
    for (let index = text.indexOf(bracket); index !== -1; index = text.indexOf(bracket, index + 1)) {
      if (++count > maxJsonDepth) return false;
    }
  }
  return true;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * Removes the objects' prototypes, so looking up an untrusted name such as `constructor` returns data or
 * nothing. Changing the objects in place costs as much as parsing them; a reviver costs five times that, and
 * copying up to six times.
 */
function detachPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Array.isArray(value) ? value : Object.values(value)) detachPrototypes(item);
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
}
