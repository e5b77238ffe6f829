import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openToAll, type Route } from '../../../src/http/request/route-table.ts';
import { eventually } from '../../harness/eventually.ts';
import { parseAnswer, startServer, surfaces } from '../start-server.ts';

const request = 'GET /task HTTP/1.1\r\nHost: acme.example\r\n\r\n';
const route = (handler: Route['handler']): Route => ({
  method: 'GET',
  path: '/task',
  permission: openToAll('test'),
  handler,
});
const start = (handler: Route['handler'], limits = {}) =>
  startServer({ surfaces: surfaces({ console: [route(handler)] }), limits: { idleGraceMs: 300, ...limits } });

/** Resolves with everything that arrives until the connection ends, and how it ended. */
function until(socket: Socket): Promise<{ received: string; failure: string | undefined }> {
  let received = '';
  let failure: string | undefined;
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code;
  });
  return new Promise((resolve) => socket.once('close', () => resolve({ received, failure })));
}

describe('drain', () => {
  test('a request that has begun is answered, and its connection closed', async () => {
    const { open, server } = await start(() => sleep(500).then(() => 'done'));
    const socket = await open();
    const end = until(socket);
    socket.write(request);
    await sleep(100);
    await server.drain();
    const { received, failure } = await end;
    const answer = parseAnswer(received);
    expect([answer.status, answer.text, answer.headers.get('connection'), failure]).toEqual([
      200,
      'done',
      'close',
      undefined,
    ]);
  });

  test('no new connection is accepted', async () => {
    const { open, server } = await start(() => sleep(300).then(() => 'done'));
    const socket = await open();
    const end = until(socket);
    socket.write(request);
    await sleep(50);
    const drained = server.drain();
    await sleep(50);
    await expect(open()).rejects.toThrow('ECONNREFUSED');
    await drained;
    expect((await end).received).toContain('done');
  });

  test('an open connection learns at once that the process is not ready', async () => {
    const { open, server } = await start(() => 'x');
    const socket = await open();
    const end = until(socket);
    socket.write('GET /readyz HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    await sleep(50);
    const drained = server.drain();
    socket.write('GET /readyz HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    const { received } = await end;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
    expect(received).toContain('{"status":"draining","parts":{}}');
    await drained;
  });

  test('connections without a request do not hold it up', async () => {
    const { open, server } = await start(() => 'x');
    const [idle, silent] = [await open(), await open()];
    const ends = [until(idle), until(silent)];
    idle.write(request);
    await sleep(50);
    const before = performance.now();
    await server.drain();
    expect(performance.now() - before).toBeLessThan(1_500);
    for (const end of ends) expect((await end).failure).toBeUndefined();
  });

  test('a request that does not end is cut off after the time is up', async () => {
    const { open, server } = await start(() => new Promise(() => undefined), { drainTimeoutMs: 600 });
    const socket = await open();
    const end = until(socket);
    socket.write(request);
    await sleep(50);
    const before = performance.now();
    await server.drain();
    expect(performance.now() - before).toBeGreaterThan(500);
    expect(performance.now() - before).toBeLessThan(2_000);
    expect((await end).received).toBe('');
  });

  test('a second call waits for the same end', async () => {
    const { server } = await start(() => 'x');
    await Promise.all([server.drain(), server.drain()]);
    await server.drain();
  });

  test('under load every request on an accepted connection is answered, and none is reset', async () => {
    for (let round = 0; round < 5; round++) {
      const { open, server } = await start(() => sleep(Math.random() * 20).then(() => 'done'));

      /** Sends the next request as soon as it has an answer, until an answer says that it was the last. */
      const callers = Array.from({ length: 50 }, () => ({ sent: 0, got: 0 }));
      const call = async (caller: { sent: number; got: number }) => {
        const socket = await open();
        const end = until(socket);
        let buffered = '';
        const next = () => {
          caller.sent++;
          socket.write(request);
        };
        socket.on('data', (chunk) => {
          buffered += chunk;
          if (!buffered.endsWith('done')) return;
          caller.got++;
          if (!/connection: close/i.test(buffered)) next();
          buffered = '';
        });
        next();
        return (await end).failure;
      };
      const calls = callers.map(call);
      await eventually(() => callers.every(({ got }) => got > 1));
      await server.drain();
      expect((await Promise.all(calls)).filter(Boolean)).toEqual([]);
      expect(callers.filter(({ sent, got }) => sent !== got)).toEqual([]);
    }
  });
});
