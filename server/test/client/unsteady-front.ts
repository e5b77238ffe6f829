import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/**
 * The fault injected into one request: none; the request is never forwarded; it is carried out, but the response is
 * lost or cut off in the middle; no response is ever sent; or the given response is sent instead.
 */
export type Mishap =
  | 'pass'
  | 'refuse'
  | 'lose-answer'
  | 'cut-answer'
  | 'hang'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/**
 * Simulates a bad connection to the test file's server. Requests to each URL get the given faults in order; later
 * requests pass.
 */
export function useUnsteadyFront(port: () => number) {
  const fronts: (() => void)[] = [];
  let isOpen = false;
  beforeAll(() => {
    isOpen = true;
  });
  afterAll(() => {
    for (const close of fronts) close();
  });
  return async (host: string, ...mishaps: Mishap[]) => {
    if (!isOpen) throw new Error('The server behind this proxy has not started yet.');
    const arrived: Arrived[] = [];
    const server = createServer(async (incoming, reply) => {
      const body = await readAll(incoming);
      const { method = '', url = '', headers, rawHeaders } = incoming;
      arrived.push({ method, url, headers, rawHeaders, body });
      await meet(mishaps.shift() ?? 'pass', { port: port(), host }, incoming, body, reply);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    fronts.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
  };
}

async function meet(
  mishap: Mishap,
  target: { port: number; host: string },
  incoming: IncomingMessage,
  body: string,
  reply: ServerResponse,
) {
  if (mishap === 'hang') return;
  if (mishap === 'refuse') return void reply.destroy();
  if (typeof mishap === 'object') return void reply.writeHead(mishap.status, mishap.headers).end(mishap.body);
  const answer = await passOn(target, incoming, body);
  if (mishap === 'lose-answer') return void reply.destroy();
  reply.writeHead(answer.status, answer.headers);
  if (mishap === 'pass') return void reply.end(answer.body);
  reply.write(answer.body.subarray(0, answer.body.length / 2), () => reply.destroy());
}

/** Keeps header names exactly as spelled and replaces only the host with the workspace's. */
function passOn(
  { port, host }: { port: number; host: string },
  { method, url, rawHeaders }: IncomingMessage,
  body: string,
) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
    (resolve, reject) => {
      const headers = rawHeaders.map((text, position) =>
        rawHeaders[position - 1]?.toLowerCase() === 'host' && position % 2 === 1 ? host : text,
      );
      const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    },
  );
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
