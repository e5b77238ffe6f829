import type { IncomingMessage } from 'node:http';
import { type HarkError, invalid } from '../../lib/errors.ts';
import { isDecodable } from '../base/request-target.ts';

/** How much of the server one caller can use (spec/limits §1). All of Node's defaults are less strict. */
export const defaultLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  connectionsCheckingIntervalMs: 1_000,
  keepAliveTimeoutMs: 5_000,
  /** How long an active connection may make no progress. Longer than any handler runs without sending anything. */
  stalledTimeoutMs: 60_000,
  maximumConnections: 10_000,
  /**
   * Applies per client IP address, except for proxies in TRUST_PROXY. An office that shares one address stays
   * far below it.
   */
  maximumConnectionsPerAddress: 2_000,
  maximumRequestsPerSocket: 1_000,
  /** Maximum number of concurrent requests on one connection. */
  maximumPipelined: 32,
  headerBytes: 16 * 1024,
  headers: 100,
  urlBytes: 8 * 1024,
  bodyBytes: 1024 * 1024,
  /** Maximum size of all request bodies in this process's memory; see `BodyBudget`. */
  bodyBudgetBytes: 64 * 1024 * 1024,
  drainTimeoutMs: 10_000,
  /** How long an idle connection stays open during shutdown, in case a request is on its way. */
  idleGraceMs: 1_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** Finds problems in a request that the parser accepted but that must not reach a surface. */
export function findBeyondLimits(
  limits: Limits,
  url: string,
  { headers, rawHeaders, httpVersion }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>,
): HarkError | undefined {
  // Node's `maxHeadersCount` silently drops headers beyond it, so they are counted here.
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
    return invalid('malformed_url', 'The path of the URL is invalid. Encode each % as %25.');
  }
  // According to RFC 9112 6.1, the end of the request is uncertain with any other coding.
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
