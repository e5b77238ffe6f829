/** A part of a code text: a key, a string, or a number or word of the language. Other parts have no kind. */
interface CodeToken {
  readonly text: string;
  readonly at: number;
  readonly kind?: 'key' | 'string' | 'number';
}

/** What each language colors. A part that is neither a key nor a string is a number or a word of the language. */
const languages = {
  json: /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g,
  curl: /(?<key>(?<=\s)--?[A-Za-z][\w-]*)|(?<string>'[^']*')|^curl\b|\b(?:GET|POST|PUT)\b/g,
  javascript:
    /(?<key>\b[a-z]+(?=:)|"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|\b(?:const|await)\b/g,
  python:
    /(?<key>\b[a-z]+(?==)|"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|\b\d+\b|\b(?:from|import|with|as)\b/g,
} as const;

export type CodeLanguage = keyof typeof languages;

/** Splits a text into tokens. It also accepts text that isn't of the language or was cut. */
export function codeTokens(text: string, language: CodeLanguage): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const { 0: part, index, groups } of text.matchAll(languages[language])) {
    if (index > end) tokens.push({ text: text.slice(end, index), at: end });
    const other = groups?.string === undefined ? 'number' : 'string';
    tokens.push({ text: part, at: index, kind: groups?.key === undefined ? other : 'key' });
    end = index + part.length;
  }
  if (end < text.length) tokens.push({ text: text.slice(end), at: end });
  return tokens;
}
