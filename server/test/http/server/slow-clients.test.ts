// Tests the limits on the resources that one client can use: connections, unread responses, and unfinished bodies
// (spec/limits §1).
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { countedAddress } from '../../../src/core/sessions/index.ts';
import { openToAll, type Route } from '../../../src/http/request/route-table.ts';
import { proxiesOf } from '../../../src/http/server/connection-limit.ts';
import { parseAnswer, size, startServer, surfaces } from '../start-server.ts';

const mebibyte = 1024 * 1024;
/** A generous timeout for loaded machines. */
const patience = { timeout: 20_000 };
const huge: Route = {
  method: 'GET',
  path: '/huge',
  permission: openToAll('test'),
  handler: () => 'x'.repeat(32 * mebibyte),
};
const start = (limits = {}, trustProxy?: number | string[]) =>
  startServer({ surfaces: surfaces({ console: [size, huge] }), limits, trustProxy });
const health = 'GET /healthz HTTP/1.1\r\nHost: acme.example\r\n\r\n';

describe('a client that never reads', () => {
  test('is disconnected soon after the limit, and not before', async () => {
    const stalledTimeoutMs = 3_000;
    const { open, log } = await start({ stalledTimeoutMs });
    const socket = await open();
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /huge HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    const requests = () => log.lines().filter(({ msg }) => msg === 'request');
    await expect.poll(requests, patience).toMatchObject([{ route: '/huge', status: 499 }]);
    const durationMs = requests()[0]?.duration_ms;
    expect(durationMs).toBeGreaterThanOrEqual(stalledTimeoutMs);
    expect(durationMs).toBeLessThan(1.5 * stalledTimeoutMs);
    socket.destroy();
  });

  test('is not confused with a client that pauses several times for less than the limit', async () => {
    const { open } = await start({ stalledTimeoutMs: 3_000 });
    const socket = await open();
    let [bytes, pauses] = [0, 0];
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < (pauses + 1) * 8 * mebibyte || pauses === 3) return;
      pauses++;
      socket.pause();
      setTimeout(() => socket.resume(), 1_500);
    });
    socket.write('GET /huge HTTP/1.1\r\nHost: acme.example\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    expect([pauses, bytes > 32 * mebibyte]).toEqual([3, true]);
  });

  test('is disconnected, while a client that reads slowly but steadily is not', async () => {
    const { open } = await start({ stalledTimeoutMs: 1_000 });
    const socket = await open();
    let bytes = 0;
    const slowly = async () => {
      socket.pause();
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.resume();
    };
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes < 8 * mebibyte) void slowly();
    });
    socket.write('GET /huge HTTP/1.1\r\nHost: acme.example\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(32 * mebibyte);
  });
});

describe('pipelined requests', () => {
  test('beyond the limit get 503, and the connection is closed', async () => {
    const { exchange } = await start({ maximumPipelined: 3 });
    const received = await exchange(health.repeat(10));
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(3).fill('HTTP/1.1 200'), 'HTTP/1.1 503']);
    expect(received).toMatch(/connection: close/i);
    expect(received).toContain('{"error":{"code":503,');
  });

  test('within the limit all get responses on one connection, in order', async () => {
    const { exchange } = await start();
    const last = health.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const received = await exchange(health.repeat(31) + last);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(32).fill('HTTP/1.1 200'));
  });
});

describe('connections from one IP address', () => {
  const answersOf = async (server: Awaited<ReturnType<typeof start>>) => {
    const sockets = [await server.open(), await server.open()];
    const third = await server.exchange(`${health.slice(0, -2)}Connection: close\r\n\r\n`).catch(() => '');
    for (const socket of sockets) socket.destroy();
    return third;
  };

  test('beyond the limit are closed, and new connections are accepted after earlier ones have closed', async () => {
    const server = await start({ maximumConnectionsPerAddress: 2 });
    expect(await answersOf(server)).toBe('');
    await expect
      .poll(() => server.ask('GET', '/healthz').catch(() => undefined), patience)
      .toMatchObject({ status: 200 });
    expect(server.log.lines()).toContainEqual(
      expect.objectContaining({ msg: 'too many connections from one IP address', address: '127.0.0.1' }),
    );
  });

  test.each([[1], [['127.0.0.1']], [['10.0.0.0/8', '127.0.0.0/8']]])(
    'are not limited for a trusted proxy (TRUST_PROXY %j)',
    async (trustProxy) => {
      const server = await start({ maximumConnectionsPerAddress: 2 }, trustProxy);
      expect(parseAnswer(await answersOf(server)).status).toBe(200);
    },
  );

  test('are limited for an IP address that is not a trusted proxy', async () => {
    expect(await answersOf(await start({ maximumConnectionsPerAddress: 2 }, ['10.0.0.1']))).toBe('');
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('are counted under %s → %s', (address, client) => expect(countedAddress(address)).toBe(client));

  test('are not limited for a proxy whose IPv4 address arrives on an IPv6 socket', () => {
    const isProxy = proxiesOf(['192.0.2.0/24', '2001:db8::1']);
    const addresses = ['::ffff:192.0.2.9', '192.0.2.9', '2001:db8::1', '192.0.3.1', '2001:db8::2'];
    expect(addresses.map(isProxy)).toEqual([true, true, true, false, false]);
  });
});

describe('bodies that do not end', () => {
  const body = 256 * 1024;
  const unfinished = (path: string, bytes: number) =>
    `POST ${path} HTTP/1.1\r\nHost: acme.example\r\nContent-Length: ${bytes + 10}\r\n\r\n${'x'.repeat(bytes)}`;
  /**
   * Opens connections one after another and sends `bytes` on each. @returns the data that each connection has received
   */
  const sendAll = async (open: () => Promise<Socket>, count: number, bytes: string) => {
    const answers: string[] = Array(count).fill('');
    const sockets: Socket[] = [];
    for (let index = 0; index < count; index++) {
      const socket = await open();
      sockets.push(socket);
      socket
        .on('error', () => {})
        .on('data', (data) => {
          answers[index] += data.toString('latin1');
        });
      await new Promise((resolve) => socket.write(bytes, resolve));
    }
    return { answers, close: () => sockets.forEach((socket) => void socket.destroy()) };
  };

  test('use at most the memory budget: the oldest are rejected with 503, and other requests are served', async () => {
    const { open, ask } = await start({ bodyBudgetBytes: 10 * body });
    const { answers, close } = await sendAll(open, 40, unfinished('/size', body));
    const rejected = () => answers.filter((answer) => answer !== '');
    // Nine bodies fit, because the chunks of each body add overhead.
    await expect.poll(() => rejected().length, patience).toBeGreaterThanOrEqual(30);
    for (const answer of rejected()) {
      expect(parseAnswer(answer).status).toBe(503);
      expect(parseAnswer(answer).headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    const youngest = answers.slice(-3);
    expect(youngest).toEqual(['', '', '']);
    expect((await ask('POST', '/size', { body: 'x'.repeat(body) })).text).toBe(`{"bytes":${body}}`);
    close();
  });

  test('release their memory when the client disconnects', async () => {
    const { open, ask } = await start({ bodyBudgetBytes: 2 * mebibyte });
    for (let round = 0; round < 5; round++) {
      const { close } = await sendAll(open, 4, unfinished('/size', body));
      close();
    }
    const whole = Array.from({ length: 8 }, () => ask('POST', '/size', { body: 'x'.repeat(mebibyte) }));
    for (const answer of whole) expect([200, 503]).toContain((await answer).status);
    // All bodies fit when sent one at a time, which shows that earlier ones are no longer counted.
    for (let index = 0; index < 4; index++)
      expect((await ask('POST', '/size', { body: 'x'.repeat(mebibyte) })).status).toBe(200);
  });

  test('count for more than their size if sent byte by byte', async () => {
    const { open } = await start({ bodyBudgetBytes: mebibyte });
    const head = 'POST /size HTTP/1.1\r\nHost: acme.example\r\nTransfer-Encoding: chunked\r\n\r\n';
    const { answers, close } = await sendAll(open, 1, head + '1\r\nx\r\n'.repeat(16 * 1024));
    await expect.poll(() => parseAnswer(answers[0] ?? '').status, patience).toBe(503);
    close();
  });
});
