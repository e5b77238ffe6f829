import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { Client, errors } from 'undici';
import { messageOf } from '../errors.ts';
import { type EgressFailure, unreachable, unusable } from './failure.ts';
import type { HopRequest } from './redirect.ts';

const connectTimeoutMs = 3_000;
const maximumHeaderBytes = 16_384;
const maxAddresses = 8;

/** The response to one request. `body` contains the bytes as received. */
export interface HopAnswer {
  readonly status: number;
  /** Header names are lower case; the values of repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends one request on its own connection: no second DNS lookup, no proxy from the environment, no shared
 * state.
 */
export async function exchange(
  url: URL,
  addresses: readonly string[],
  request: HopRequest,
  { maximumBytes, signal }: { readonly maximumBytes: number; readonly signal: AbortSignal },
): Promise<HopAnswer> {
  const client = new Client(url.origin, {
    connect: {
      lookup: pinTo(addresses),
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      maxCachedSessions: 0,
    },
    allowH2: false,
    useMilo: false,
    pipelining: 1,
    maxRequestsPerClient: 1,
    maxHeaderSize: maximumHeaderBytes,
    // The signal limits the whole exchange, so these timeouts aren't needed.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      reset: true,
      signal,
    });
    const declared = Number(answer.headers['content-length']);
    if (request.method !== 'HEAD' && declared > maximumBytes) throw tooLong(maximumBytes);
    const body = await readBody(answer.body, maximumBytes);
    return { status: answer.statusCode, headers: joined(answer.headers), body };
  } catch (error) {
    throw asFailure(error);
  } finally {
    // Discard anything still in flight on this connection.
    await client.destroy().catch(() => undefined);
  }
}

/** Replaces the DNS lookup, so the connection uses the IP addresses that were checked. */
const pinTo =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, found) => {
    const checked = addresses
      .slice(0, maxAddresses)
      .map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (options.all) found(null, checked);
    else found(null, checked[0]?.address ?? '', checked[0]?.family);
  };

async function readBody(stream: AsyncIterable<Buffer>, maximumBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > maximumBytes) throw tooLong(maximumBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const tooLong = (bytes: number): EgressFailure => unusable(`The response exceeds ${bytes} bytes.`);

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const texts: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers))
    texts[name.toLowerCase()] = [value ?? []].flat().join(', ');
  return texts;
}

/** Replaces the HTTP client's error messages with ours, because they may quote the response or an IP address. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'TimeoutError' || error.name === 'AbortError') return error;
  if (error instanceof errors.HeadersOverflowError) {
    return unusable(`The response headers exceed ${maximumHeaderBytes} bytes.`);
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return unreachable(`Connecting to the server took longer than ${connectTimeoutMs / 1_000} seconds.`);
  }
  if (error instanceof errors.HTTPParserError)
    return unreachable('The server sent an invalid HTTP response.');
  const { code } = error as { code?: string };
  if (code === undefined) return error;
  const known = sentences.find(([pattern]) => pattern.test(code))?.[1];
  return unreachable(known ?? 'The connection to the server failed.', `${code}: ${messageOf(error)}`);
}

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The server refused the connection.'],
  [/^ECONNRESET$/, 'The server reset the connection.'],
  [/^(ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)$/, 'The server is unreachable.'],
  [/^UND_ERR_SOCKET$/, 'The server closed the connection before the response was complete.'],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, "The response body doesn't match its Content-Length."],
  [/CERT|SIGNATURE|^ERR_TLS_/, "The server's TLS certificate is invalid."],
];
