import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { findWorkspaceByHost } from '../../src/core/workspaces/index.ts';
import { apiSurface } from '../../src/http/api/routes.ts';
import { consoleSurface } from '../../src/http/console/routes.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { buildServer, type HttpServer } from '../../src/http/server.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createMemoryLimiter } from '../../src/lib/memory-limiter.ts';
import { silent } from '../harness/scratch-database.ts';
import type { TestDatabase } from '../harness/test-database.ts';
import { webDirectory } from '../http/start-server.ts';

/** A request that need not be a good one: names in any spelling and number, any bytes as its body. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  /** Written byte for byte, because no client library would send it. */
  readonly isByHand?: boolean;
}

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** The API on a port of its own, for requests that the ordinary caller cannot express. */
export function useRawApi(database: { readonly current: TestDatabase }) {
  let server: HttpServer;
  let port: number;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  beforeAll(async () => {
    const { context } = database.current;
    server = buildServer({
      logger: silent,
      metrics: createMetrics(),
      findWorkspace: (host) => findWorkspaceByHost(context, host),
      readiness: [],
      surfaces: [
        apiSurface({
          contextOf: () => context,
          limiter: createMemoryLimiter(systemClock),
          isBehindProxy: false,
        }),
        consoleSurface({ webDirectory, openApi: {} }),
      ],
      trustProxy: undefined,
    });
    ({ port } = await server.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    agent.destroy();
    await server.drain();
  });
  return {
    send: (raw: RawRequest) => (raw.isByHand ? sendByHand(port, raw) : sendByClient(port, agent, raw)),
  };
}

function sendByClient(port: number, agent: Agent, { method, path, headers, body }: RawRequest) {
  const length = body === undefined ? [] : ['content-length', String(body.length)];
  return new Promise<RawAnswer>((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: [...headers.flat(), ...length],
        timeout: 30_000,
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', (error) => resolve({ status: 0, type: '', text: error.message }));
    sent.end(body);
  });
}

function sendByHand(port: number, { method, path, headers, body }: RawRequest) {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`;
  const head = Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines}${length}Connection: close\r\n\r\n`,
    'latin1',
  );
  return new Promise<RawAnswer>((resolve) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port, timeout: 30_000 });
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => {
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      const [, type = ''] = /\r\ncontent-type: ([^\r]*)/i.exec(text) ?? [];
      resolve({ status: Number(status), type, text: text.slice(text.indexOf('\r\n\r\n') + 4) });
    });
    socket.write(Buffer.concat([head, body ?? Buffer.alloc(0)]));
  });
}
