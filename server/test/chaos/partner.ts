import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutsideCall } from './ledger.ts';

/**
 * An external server that workflows call. It records every call with its key. `?later=40` makes it reject the first
 * call with a 503 and `Retry-After: 40`.
 */
export interface Partner {
  /** The host and port for `HARK_EGRESS_ALLOW` and for workflows. */
  readonly host: string;
  readonly url: string;
  readonly calls: readonly OutsideCall[];
  close(): void;
}

export async function startPartner(): Promise<Partner> {
  const calls: OutsideCall[] = [];
  const putOff = new Set<string>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { effect } = JSON.parse(text) as { effect: string };
      calls.push({ effect, key: String(request.headers['idempotency-key']) });
      const later = new URL(request.url ?? '', 'http://partner').searchParams.get('later');
      if (later !== null && !putOff.has(effect)) {
        putOff.add(effect);
        response.writeHead(503, { 'retry-after': later });
      }
      response.end('{}');
    });
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/told`,
    calls,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
