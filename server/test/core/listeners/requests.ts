import { type RequestParts, readInput } from '../../../src/core/listeners/index.ts';
import { HarkError } from '../../../src/lib/errors.ts';
import { parseExactJson } from '../../../src/lib/json.ts';

export type Data = Readonly<Record<string, unknown>>;

/** Builds a request with this body and media type. */
export const parts = (
  body: string | Buffer = '',
  contentType: string | undefined = undefined,
  more: Partial<RequestParts> = {},
): RequestParts => ({
  body: Buffer.from(body),
  query: '',
  claims: undefined,
  sender: undefined,
  wantsRaw: false,
  ...more,
  headers: [...(contentType === undefined ? [] : ['Content-Type', contentType]), ...(more.headers ?? [])],
});

/** Returns `__data` as a workflow will read it. */
export const dataOf = (request: RequestParts): Data => parseExactJson(readInput(request).toString()) as Data;

/** Returns `__data` without the keys that the service adds to every request. */
export function fieldsOf(request: RequestParts): Data {
  const { __headers, __repeated, ...fields } = dataOf(request);
  return fields;
}

/** Returns the error code, or 'none'. Rethrows any error that isn't one of ours. */
export function codeOf(request: RequestParts): string {
  try {
    readInput(request);
    return 'none';
  } catch (error) {
    if (!(error instanceof HarkError) || error.kind !== 'invalid') throw error;
    return error.code;
  }
}

export const json = 'application/json';
export const urlencoded = 'application/x-www-form-urlencoded';
export const form = (fields: Iterable<readonly [string, string]>) =>
  new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, value])).toString();

/** Builds a multipart body as a browser would, and its media type. */
export function multipart(
  fields: Iterable<readonly [name: string, value: string | Buffer, more?: string]>,
  boundary = '----test-boundary',
): [Buffer, string] {
  const escaped = (name: string) =>
    name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22').replaceAll('\\', '\\\\');
  const bytes = [...fields].flatMap(([name, value, more = '']) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${more}\r\n\r\n`,
    value,
    '\r\n',
  ]);
  const body = Buffer.concat([...bytes, `--${boundary}--\r\n`].map((part) => Buffer.from(part)));
  return [body, `multipart/form-data; boundary=${boundary}`];
}
