import { maxJsonDepth } from '../../../lib/json.ts';
import type { Runtime } from '../run/runtime.ts';
import { isList, isMap } from '../run/value.ts';
import { renderText } from '../run/walker.ts';

/**
 * Encodes everything except letters, digits and `-._~` (RFC 3986). A lone surrogate can't be encoded as UTF-8
 * and becomes U+FFFD.
 */
export const urlEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Formats a list or map as a URL query like PHP's http_build_query: `a=1&b%5B0%5D=2`. Nothing is omitted. */
export function buildQuery(rt: Runtime, value: unknown): string {
  const pieces: string[] = [];
  addPieces(rt, pieces, '', value, 1);
  return pieces.join('&');
}

function addPieces(rt: Runtime, pieces: string[], name: string, value: unknown, depth: number): void {
  rt.step();
  if ((isMap(value) || isList(value)) && depth <= maxJsonDepth) {
    const keys = isMap(value) ? rt.keysOf(value) : value.map((_, index) => String(index));
    for (const key of keys) {
      const path = name === '' ? key : `${name}[${key}]`;
      rt.take(path.length);
      addPieces(rt, pieces, path, (value as Readonly<Record<string, unknown>>)[key], depth + 1);
    }
    return;
  }
  if (value === null || value === undefined) return;
  const piece = `${urlEncode(name)}=${urlEncode(value === false ? '0' : renderText(rt, value))}`;
  rt.take(piece.length + 1);
  pieces.push(piece);
}
