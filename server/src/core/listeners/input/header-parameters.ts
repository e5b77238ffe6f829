/** A header such as `form-data; name="a"`: its first word in lower case, and its parameters by their lower-case name. */
export interface HeaderParameters {
  readonly word: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gs;

/** Reads it. Of a parameter that stands there twice the first one counts. */
export function readHeaderParameters(header: string): HeaderParameters {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(parameter)) {
    const value = quoted === undefined ? bare.trim() : quoted.replace(/\\(["\\])/g, '$1');
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return { word: firstWord(header), parameters };
}

/** What stands before the first parameter, such as a media type. */
export const firstWord = (header: string) => (header.split(';', 1)[0] ?? '').trim().toLowerCase();
