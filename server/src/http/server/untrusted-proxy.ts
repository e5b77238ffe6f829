import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { pretendedCaller } from '../../core/self-check/index.ts';
import type { Logger } from '../../lib/log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether TRUST_PROXY is set. */
    trustsProxies: boolean;
  }
}

/**
 * A proxy forwarded this request, but TRUST_PROXY is not set, so `request.ip` is the proxy's address for all
 * callers. An https base URL always means a proxy: this server speaks plain http.
 */
export function isBehindUntrustedProxy({ server, headers, workspace }: FastifyRequest): boolean {
  return !server.trustsProxies && (isForwarded(headers) || workspace?.baseUrl.startsWith('https:') === true);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  const forwardedFor = headers['x-forwarded-for'];
  // The self-check sends this address; it arrives unchanged only if there is no proxy.
  return headers.forwarded !== undefined || (forwardedFor !== undefined && forwardedFor !== pretendedCaller);
}

const warnEveryMs = 3_600_000;

/** Logs a warning, once an hour per process, when forwarded headers are ignored. */
export function warnAboutUntrustedProxy(
  logger: Logger,
  trustsProxies: boolean,
): (request: IncomingMessage) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    if (trustsProxies || !isForwarded(headers) || performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    logger.warn(
      'forwarded headers ignored because TRUST_PROXY is not set: all callers share one address and its limits. Behind a proxy set TRUST_PROXY=1 for serve',
    );
  };
}
