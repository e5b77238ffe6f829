/** A part of a JSON text: a key, a string, a number, or a literal such as `true`. Other parts have no kind. */
export interface JsonToken {
  readonly text: string;
  readonly at: number;
  readonly kind?: 'key' | 'string' | 'number';
}

const parts =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Splits a JSON text into tokens. It also accepts text that isn't JSON or was cut. */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const { 0: part, index, groups } of text.matchAll(parts)) {
    if (index > end) tokens.push({ text: text.slice(end, index), at: end });
    const other = groups?.string === undefined ? 'number' : 'string';
    tokens.push({ text: part, at: index, kind: groups?.key === undefined ? other : 'key' });
    end = index + part.length;
  }
  if (end < text.length) tokens.push({ text: text.slice(end), at: end });
  return tokens;
}
