import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutsideCall } from './ledger.ts';

/** A server outside of the product that workflows call; it notes every call with its key. Asked for `?later=40` it puts the first off. */
export interface Partner {
  /** As the operator allows it, and as workflows call it. */
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
