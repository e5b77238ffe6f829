import { isUtf8 } from 'node:buffer';
import { invalid, messageOf } from './errors.ts';

/** Decisions 3 and 6.1. `JSON.parse` itself takes millions of levels, and whoever walks such a value overflows. */
const maximumJsonDepth = 64;

/**
 * Reads JSON that a stranger wrote: at most 64 levels deep, valid UTF-8, and every key is only data.
 * Throws `malformed_json` or `json_too_deep`.
 */
export function parseJson(source: string | Buffer): unknown {
  if (typeof source !== 'string' && !isUtf8(source)) {
    throw invalid('malformed_json', 'This is not valid UTF-8. Send the JSON encoded as UTF-8.');
  }
  const text = source.toString();
  if (isTooDeep(text)) {
    throw invalid(
      'json_too_deep',
      `The JSON is nested more than ${maximumJsonDepth} levels deep. Send it flatter.`,
    );
  }
  const value = readJson(text);
  detachPrototypes(value);
  return value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's own text quotes the input, which may hold a secret; only the place is passed on.
    const position = /at position (\d+)/.exec(messageOf(error))?.[1];
    const place = position === undefined ? '' : ` Look at character ${Number(position) + 1}.`;
    throw invalid('malformed_json', `This is not valid JSON.${place}`);
  }
}

/** One pass over the text, before anything is built from it; only brackets outside of strings count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === backslash) index++;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === openBracket || character === openBrace) {
      if (++depth > maximumJsonDepth) return true;
    } else if (character === closeBracket || character === closeBrace) depth--;
  }
  return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/**
 * `JSON.parse` keeps `__proto__` as an own key, but its objects still inherit `constructor` and the rest. Without a
 * prototype a look-up of a foreign name finds data or nothing. Changing the objects in place costs as much as
 * parsing once more; a reviver costs five times that, and copying into new objects six times on a body of empty ones.
 */
function detachPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const item of Array.isArray(value) ? value : Object.values(value)) detachPrototypes(item);
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
}
