import { isUtf8 } from 'node:buffer';

/** Headers as received: name, value, name, value. Node's header objects join some headers and drop others. */
export type RawHeaders = readonly string[];

/** Returns the header's values in order of arrival. Header names are compared case-insensitively; pass `name` in lower case. */
export function headerValues(headers: RawHeaders, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const sent = headers[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(headers[index + 1] ?? '');
  }
  return values;
}

/**
 * Decodes a header value. Node decodes headers as Latin-1, but if the bytes are valid UTF-8, the sender meant
 * UTF-8.
 */
export function headerText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
