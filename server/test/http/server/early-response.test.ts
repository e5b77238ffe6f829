// A rejection is sent immediately, and the body is read only after the checks (spec/listeners §5.3, spec/rest-api §2).
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseAnswer, size, startServer, surfaces } from '../start-server.ts';

const mebibyte = 1024 * 1024;
/** A generous timeout for loaded machines. */
const patience = { timeout: 20_000 };
const start = (limits = {}) =>
  startServer({ surfaces: surfaces({ api: [size], oauth: [size], console: [size] }), limits });

const headOf = (path: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: acme.example', ...more, '', ''].join('\r\n');

/** Returns everything that a connection has received so far. */
function receivedBy(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return () => text;
}

const rejections: [path: string, status: number][] = [
  ['/api/size', 404],
  ['/api/none?apikey=k', 404],
  ['/listener/none', 404],
  ['/nothing', 404],
  ['/oauth2/none', 404],
];

describe('a rejection', () => {
  test.each(rejections)('of %s does not wait for the body', async (path, status) => {
    const { open } = await start();
    const socket = await open();
    socket.write(headOf(path, 'Content-Length: 20'));
    const [bytes] = await once(socket, 'data');
    expect(parseAnswer(String(bytes)).status).toBe(status);
    socket.destroy();
  });

  test.each(rejections)('of %s is sent without requesting the body', async (path, status) => {
    const { open } = await start();
    const socket = await open();
    socket.write(headOf(path, 'Content-Length: 20', 'Expect: 100-continue'));
    const [bytes] = await once(socket, 'data');
    expect(parseAnswer(String(bytes)).status).toBe(status);
    socket.destroy();
  });

  test.each([
    ['/size', mebibyte + 1, 413],
    ['/oauth2/size', 16 * 1024 + 1, 400],
  ])(
    'of a body that is too large for %s is sent without requesting the body',
    async (path, length, status) => {
      const { open } = await start();
      const socket = await open();
      socket.write(headOf(path, `Content-Length: ${length}`, 'Expect: 100-continue'));
      const [bytes] = await once(socket, 'data');
      expect(parseAnswer(String(bytes)).status).toBe(status);
      socket.destroy();
    },
  );

  test('leaves the connection usable after the rest of the body has arrived', async () => {
    const { open } = await start();
    const socket = await open();
    const received = receivedBy(socket);
    socket.write(headOf('/nothing', 'Content-Length: 20'));
    await expect.poll(received, patience).toContain('HTTP/1.1 404');
    socket.write('x'.repeat(20));
    socket.write('GET /healthz HTTP/1.1\r\nHost: acme.example\r\n\r\n');
    await expect.poll(received, patience).toContain('{"status":"ok"}');
    socket.destroy();
  });

  test('closes the connection if more than 8 MiB of the body follow', async () => {
    const { open } = await start();
    const socket = await open();
    const received = receivedBy(socket);
    socket.write(headOf('/nothing', `Content-Length: ${100 * mebibyte}`));
    await expect.poll(received, patience).toContain('HTTP/1.1 404');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const send = () => socket.writable && socket.write('x'.repeat(mebibyte), send);
    send();
    await closed;
  });

  test('closes the connection after the request timeout, and is logged with its own status and duration', async () => {
    const { exchange, log } = await start({
      headersTimeoutMs: 100,
      requestTimeoutMs: 2_000,
      connectionsCheckingIntervalMs: 50,
    });
    const received = await exchange(headOf('/api/size', 'Content-Length: 20'));
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    const requests = () => log.lines().filter(({ msg }) => msg === 'request');
    await expect.poll(requests, patience).toMatchObject([{ status: 404, refusal: 'no_credential' }]);
    // The duration excludes the time that the connection stayed open.
    expect(Number(requests()[0]?.duration_ms)).toBeLessThan(2_000);
  });

  test('of a HEAD request, whose response has no body, is sent immediately too', async () => {
    const { open } = await start();
    const socket = await open();
    socket.write(headOf('/nothing', 'Content-Length: 20').replace('POST', 'HEAD'));
    const [bytes] = await once(socket, 'data');
    expect(parseAnswer(String(bytes)).status).toBe(404);
    socket.destroy();
  });
});

describe('a caller that expects 100-continue', () => {
  test('is asked for the body once, after the checks', async () => {
    const { open } = await start();
    const socket = await open();
    const received = receivedBy(socket);
    socket.write(headOf('/size', 'Content-Length: 3', 'Expect: 100-continue', 'Connection: close'));
    await expect.poll(received, patience).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('abc');
    await once(socket, 'close');
    expect(received().match(/HTTP\/1\.1 \d+|\{.*/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200', '{"bytes":3}']);
  });

  test('is never asked for the body over HTTP/1.0', async () => {
    const { exchange } = await start();
    const head = headOf('/size', 'Content-Length: 3', 'Expect: 100-continue').replace('HTTP/1.1', 'HTTP/1.0');
    expect((await exchange(`${head}abc`)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});
