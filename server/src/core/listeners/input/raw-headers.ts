import { isUtf8 } from 'node:buffer';

/** The headers as they came: name, value, name, value. Node's own objects join some of them and drop others. */
export type RawHeaders = readonly string[];

/** Every value of one header, in order of arrival. The name is given in lower case and found in any. */
export function headerValues(headers: RawHeaders, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const sent = headers[index] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(headers[index + 1] ?? '');
  }
  return values;
}

/**
 * A header's value as text. Node makes one character of each byte; where the bytes are UTF-8 the sender meant that,
 * otherwise Latin-1, which is what Node's characters already are.
 */
export function headerText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}
