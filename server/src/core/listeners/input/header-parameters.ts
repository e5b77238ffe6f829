/** A parsed header such as `form-data; name="a"`: its first word and its parameter names, in lower case. */
export interface HeaderParameters {
  readonly word: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gs;

/** If a parameter occurs twice, the first one wins. */
export function readHeaderParameters(header: string): HeaderParameters {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(parameter)) {
    const value = quoted === undefined ? bare.trim() : quoted.replace(/\\(["\\])/g, '$1');
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return { word: firstWord(header), parameters };
}

/** Returns the part before the parameters, such as a media type. */
export const firstWord = (header: string) => (header.split(';', 1)[0] ?? '').trim().toLowerCase();
