import { once } from 'node:events';
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

/** Resolves with all data received until the connection ends, and with how it ended. */
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

/** Starts a server with a request in progress, which ends when the test says so. */
async function startGated(limits = {}) {
  const [gate, arrived] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const handler = () => {
    arrived.resolve();
    return gate.promise;
  };
  const started = await start(handler, limits);
  const socket = await started.open();
  const end = until(socket);
  socket.write(request);
  await arrived.promise;
  return { ...started, end, finish: () => gate.resolve('done') };
}

describe('while the server drains', () => {
  test('a request in progress gets its response, and its connection is closed', async () => {
    const { server, end, finish } = await startGated();
    const drained = server.drain();
    finish();
    await drained;
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
    const { open, server, end, finish } = await startGated();
    const drained = server.drain();
    const failure = () =>
      open().then(
        (accepted) => void accepted.destroy(),
        ({ message }: Error) => message,
      );
    await expect.poll(failure).toContain('ECONNREFUSED');
    finish();
    await drained;
    expect((await end).received).toContain('done');
  });

  test('an open connection is immediately informed that the process is not ready', async () => {
    const { open, server } = await start(() => 'x');
    const socket = await open();
    const end = until(socket);
    socket.write('GET /readyz HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    await once(socket, 'data');
    const drained = server.drain();
    socket.write('GET /readyz HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    const { received } = await end;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
    expect(received).toContain('{"status":"draining","parts":{}}');
    await drained;
  });

  test('idle connections do not cause a delay', async () => {
    const { open, server } = await start(() => 'x');
    const [idle, silent] = [await open(), await open()];
    const ends = [until(idle), until(silent)];
    idle.write(request);
    await once(idle, 'data');
    const before = performance.now();
    await server.drain();
    // Far less than the time that a request in progress gets.
    expect(performance.now() - before).toBeLessThan(8_000);
    for (const end of ends) expect((await end).failure).toBeUndefined();
  });

  test('a request that does not end is aborted after the timeout', async () => {
    const { server, end } = await startGated({ drainTimeoutMs: 600 });
    const before = performance.now();
    await server.drain();
    expect(performance.now() - before).toBeGreaterThan(500);
    expect((await end).received).toBe('');
  });

  test('a second call to drain waits for the first', async () => {
    const { server } = await start(() => 'x');
    await Promise.all([server.drain(), server.drain()]);
    await server.drain();
  });

  test('every request on an accepted connection gets a response under load, and no connection is reset', async () => {
    for (let round = 0; round < 5; round++) {
      const { open, server } = await start(() => sleep(Math.random() * 20).then(() => 'done'));

      /** Each caller sends the next request after the previous response, until a response closes the connection. */
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
