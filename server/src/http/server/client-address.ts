import type { IncomingMessage } from 'node:http';
import { proxiesOf } from './connection-limit.ts';

/** `TRUST_PROXY`: the number of proxies in front of the server, or their IP addresses. */
export type TrustProxy = number | readonly string[] | undefined;

/** Whether the address at this hop, counted from the server, is a proxy whose `X-Forwarded-For` is trusted. */
export type IsTrusted = (address: string, hop: number) => boolean;

export const trustedHops = (trust: TrustProxy): IsTrusted =>
  typeof trust === 'number' ? (_address, hop) => hop < trust : proxiesOf(trust);

/**
 * Returns the first address, counted from the server, that isn't a trusted proxy. Fastify's `request.ip`
 * follows the same rule.
 */
export function clientAddress({ socket, headers }: IncomingMessage, isTrusted: IsTrusted): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const addresses = [socket.remoteAddress ?? '', ...forwarded.reverse()];
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? '';
}
