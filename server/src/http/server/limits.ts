import type { IncomingMessage } from 'node:http';
import { type HarkError, invalid } from '../../lib/errors.ts';
import { isDecodable } from './request-target.ts';

/** What one caller can use of the server (spec/limits §1). Node's own limits are all laxer. */
export const defaultLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  connectionsCheckingIntervalMs: 1_000,
  keepAliveTimeoutMs: 5_000,
  /** How long a connection in use may make no progress: longer than any handler works without sending anything. */
  stalledTimeoutMs: 60_000,
  maximumConnections: 10_000,
  /** Of one client address; not of a proxy that TRUST_PROXY names. An office behind one address stays far below. */
  maximumConnectionsPerAddress: 2_000,
  maximumRequestsPerSocket: 1_000,
  /** Requests of one connection that are being answered at a time. */
  maximumPipelined: 32,
  headerBytes: 16 * 1024,
  headers: 100,
  urlBytes: 8 * 1024,
  bodyBytes: 1024 * 1024,
  /** All request bodies that this process holds at a time; see `BodyBudget`. */
  bodyBudgetBytes: 64 * 1024 * 1024,
  drainTimeoutMs: 10_000,
  /** How long a connection without a request stays open while draining, in case one is on its way. */
  idleGraceMs: 1_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** What is wrong with a request that the parser let through but no surface should see. */
export function findBeyondLimits(
  limits: Limits,
  url: string,
  { headers, rawHeaders, httpVersion }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>,
): HarkError | undefined {
  // Node's `maxHeadersCount` drops what is beyond it without a word, so they are counted here.
  if (rawHeaders.length / 2 > limits.headers) {
    return invalid('too_many_headers', `The request has more than ${limits.headers} headers. Send fewer.`);
  }
  if (url.length > limits.urlBytes) {
    return invalid(
      'url_too_long',
      `The URL is longer than ${limits.urlBytes} bytes. Send the values in a body.`,
    );
  }
  if (!isDecodable(url)) {
    return invalid('malformed_url', 'The path of the URL is not valid: encode each % as %25.');
  }
  // RFC 9112 6.1: with any other coding it is not certain where the request ends.
  if (
    headers['transfer-encoding'] !== undefined &&
    headers['transfer-encoding'].toLowerCase() !== 'chunked'
  ) {
    return invalid(
      'bad_transfer_encoding',
      'Send the body with Content-Length, or Transfer-Encoding: chunked.',
    );
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  const isNamed = hosts === 1 || (hosts === 0 && httpVersion === '1.0');
  return isNamed ? undefined : invalid('bad_host', 'Send exactly one Host header.');
}
