import type { IncomingMessage } from 'node:http';
import { proxiesOf } from '../server/connection-limit.ts';

/** `TRUST_PROXY`: how many proxies are in front, or their addresses. */
export type TrustProxy = number | readonly string[] | undefined;

/** Whether the address at this many hops from the server is a proxy whose `X-Forwarded-For` is believed. */
export type IsTrusted = (address: string, hop: number) => boolean;

export const trustedHops = (trust: TrustProxy): IsTrusted =>
  typeof trust === 'number' ? (_address, hop) => hop < trust : proxiesOf(trust);

/** The address of the client: the first one, seen from the server, that is no trusted proxy. The same rule as Fastify's `request.ip`. */
export function clientAddress({ socket, headers }: IncomingMessage, isTrusted: IsTrusted): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const addresses = [socket.remoteAddress ?? '', ...forwarded.reverse()];
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1) ?? '';
}
