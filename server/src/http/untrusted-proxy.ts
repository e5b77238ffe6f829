import type { FastifyRequest } from 'fastify';
import { pretendedCaller } from '../core/own-address/index.ts';
import type { Logger } from '../lib/log.ts';
import type { Check } from './check.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether TRUST_PROXY is set. */
    trustsProxies: boolean;
  }
}

/**
 * Whether a proxy forwarded this request although TRUST_PROXY is not set. `request.ip` is the address of the proxy then, the
 * same for all callers. Behind an https base URL there is always one: this server speaks plain http.
 */
export function isBehindUntrustedProxy({ server, headers, workspace }: FastifyRequest): boolean {
  if (server.trustsProxies) return false;
  const forwardedFor = headers['x-forwarded-for'];
  return (
    headers.forwarded !== undefined ||
    // The self-check sends this address; it arrives unchanged only if there is no proxy.
    (forwardedFor !== undefined && forwardedFor !== pretendedCaller) ||
    workspace?.baseUrl.startsWith('https:') === true
  );
}

const warnEveryMs = 3_600_000;

/** Check: warns in the log, once an hour in each process, when forwarded headers are ignored. */
export function warnAboutUntrustedProxy(logger: Logger): Check {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    if (!isBehindUntrustedProxy(request) || performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    logger.warn(
      'forwarded headers ignored because TRUST_PROXY is not set: all callers share one address and its limits. Behind a proxy set TRUST_PROXY=1 for serve',
    );
  };
}
