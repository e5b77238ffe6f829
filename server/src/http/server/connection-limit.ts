import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { countedAddress } from '../../core/sessions/index.ts';
import type { Logger } from '../../lib/log.ts';

/** Whether an IP address is a proxy, whose connections carry many clients' requests. */
export type IsProxy = (address: string) => boolean;

/** How often an address over its limit is logged, so a flood of connections doesn't flood the log. */
const logIntervalMs = 60_000;

/**
 * Prevents one client from using all connections. IPv6 addresses are counted by /64, because that is what a
 * single customer gets.
 */
export function limitConnections(server: Server, maximum: number, isProxy: IsProxy, logger: Logger): void {
  const openByClient = new Map<string, number>();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const client = countedAddress(address);
    const open = (openByClient.get(client) ?? 0) + 1;
    openByClient.set(client, open);
    socket.once('close', () => {
      const left = (openByClient.get(client) ?? 1) - 1;
      if (left > 0) openByClient.set(client, left);
      else openByClient.delete(client);
    });
    if (open <= maximum) return;
    socket.destroy();
    if (performance.now() - loggedAtMs < logIntervalMs) return;
    loggedAtMs = performance.now();
    logger.warn({ address, maximum }, 'too many connections from one IP address');
  });
}

const mappedIPv4 = /^::ffff:(?=\d+\.)/i;

/**
 * Determines from `TRUST_PROXY` which direct peers are proxies. If it is a number of hops, every peer counts as
 * a proxy.
 */
export function proxiesOf(trust: number | readonly string[] | undefined): IsProxy {
  if (trust === undefined) return () => false;
  if (typeof trust === 'number') return () => true;
  const list = new BlockList();
  for (const entry of trust) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = address.replace(mappedIPv4, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
