import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll } from 'vitest';
import { useApi } from '../harness/servers/api-server.ts';
import type { TestDatabase } from '../harness/test-database.ts';

/** A request that can be malformed: header names can have any spelling and can be repeated, and the body can be any bytes. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
  /** Written to the socket byte for byte, because no client library would send it. */
  readonly isByHand?: boolean;
}

export interface RawAnswer {
  /** 0 if the connection was closed without a response. */
  readonly status: number;
  readonly type: string;
  /** The `Hark-Error` header. */
  readonly reason: string | undefined;
  readonly text: string;
}

/** Sends requests that the usual API caller can't express. */
export function useRawApi(database: { readonly current: TestDatabase }) {
  const api = useApi(database);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  afterAll(() => agent.destroy());
  return {
    send: (raw: RawRequest) =>
      raw.isByHand ? sendByHand(api.port(), raw) : sendByClient(api.port(), agent, raw),
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
            reason: answer.headers['hark-error'] as string | undefined,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', (error) => resolve({ status: 0, type: '', reason: undefined, text: error.message }));
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
      const [, reason] = /\r\nhark-error: ([^\r]*)/i.exec(text) ?? [];
      resolve({ status: Number(status), type, reason, text: text.slice(text.indexOf('\r\n\r\n') + 4) });
    });
    socket.write(Buffer.concat([head, body ?? Buffer.alloc(0)]));
  });
}
