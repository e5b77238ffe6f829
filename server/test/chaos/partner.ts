import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutsideCall } from './ledger.ts';

/** A server outside of the product that workflows call; it notes every call with its key. */
export interface Partner {
  /** As the operator allows it, and as workflows call it. */
  readonly host: string;
  readonly url: string;
  readonly calls: readonly OutsideCall[];
  close(): void;
}

export async function startPartner(): Promise<Partner> {
  const calls: OutsideCall[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { effect } = JSON.parse(text) as { effect: string };
      calls.push({ effect, key: String(request.headers['idempotency-key']) });
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
