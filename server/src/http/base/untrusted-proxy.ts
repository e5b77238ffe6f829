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
 * Whether a proxy forwarded this request although TRUST_PROXY isn't set, so `request.ip` is the proxy's address
 * for all callers. An https base URL always means that there is a proxy, because this server speaks plain http.
 */
export function isBehindUntrustedProxy({ server, headers, workspace }: FastifyRequest): boolean {
  return !server.trustsProxies && (isForwarded(headers) || workspace?.baseUrl.startsWith('https:') === true);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  const forwardedFor = headers['x-forwarded-for'];
  // The self-check sends this address. It arrives unchanged only if there is no proxy.
  return headers.forwarded !== undefined || (forwardedFor !== undefined && forwardedFor !== pretendedCaller);
}

const warnEveryMs = 3_600_000;

/** Logs a warning when forwarded headers are ignored, at most once an hour per process. */
export function warnAboutUntrustedProxy(
  logger: Logger,
  trustsProxies: boolean,
): (request: IncomingMessage) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ headers }) => {
    if (trustsProxies || !isForwarded(headers) || performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    logger.warn(
      'forwarded headers ignored because TRUST_PROXY is not set: all callers share one IP address and its limits. Behind a reverse proxy, set TRUST_PROXY=1 for serve',
    );
  };
}
