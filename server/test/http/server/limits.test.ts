import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAnswer, size, startServer, surfaces } from '../start-server.ts';

const mebibyte = 1024 * 1024;
const start = (limits = {}) =>
  startServer({
    surfaces: surfaces({ api: [size], oauth: [size], console: [size] }),
    limits,
  });
const padding = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: v`);

describe('request limits (spec/limits §1)', () => {
  test.each([
    [99, 200],
    [100, 200],
    [101, 431],
    [500, 431],
  ])('%i headers get %i', async (count, status) => {
    const { ask } = await start();
    // `ask` adds Host and Connection.
    expect((await ask('GET', '/', { headers: padding(count - 2) })).status).toBe(status);
  });

  test.each([
    [8191, 200],
    [8192, 200],
    [8193, 414],
  ])('a URL of %i bytes gets %i', async (length, status) => {
    const { ask } = await start();
    expect((await ask('GET', `/?${'x'.repeat(length - 2)}`)).status).toBe(status);
  });

  test.each([
    [16 * 1024 - 2, 200],
    [16 * 1024 - 1, 200],
    [16 * 1024, 431],
  ])('%i bytes of URL, header names and values get %i', async (bytes, status) => {
    const { ask } = await start();
    const others = ['/', 'Host', 'acme.example', 'Connection', 'close', 'X-Long'].join('').length;
    expect((await ask('GET', '/', { headers: [`X-Long: ${'x'.repeat(bytes - others)}`] })).status).toBe(
      status,
    );
  });

  test.each([
    ['/size', mebibyte, 413],
    // /api responds with 400 to a body that is too large (spec/rest-api §3.2).
    ['/api/size?apikey=k', mebibyte, 400],
    // RFC 6749, section 5.2, requires 400 for every invalid request.
    ['/oauth2/size', 16 * 1024, 400],
  ])('%s reads a body of %i bytes; one more byte gets %i', async (path, limit, refusal) => {
    const { ask, exchange } = await start();
    const chunked = (bytes: number) =>
      `POST ${path} HTTP/1.1\r\nHost: acme.example\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`;
    for (const bytes of [limit - 1, limit]) {
      expect(JSON.parse((await ask('POST', path, { body: 'x'.repeat(bytes) })).text)).toEqual({ bytes });
      expect(JSON.parse(parseAnswer(await exchange(chunked(bytes))).text)).toEqual({ bytes });
    }
    expect((await ask('POST', path, { body: 'x'.repeat(limit + 1) })).status).toBe(refusal);
    expect(parseAnswer(await exchange(chunked(limit + 1))).status).toBe(refusal);
  });

  test('a rejected upload always gets its response instead of a reset', async () => {
    const { ask } = await start();
    const body = 'x'.repeat(4 * mebibyte);
    const refused = ['/size', '/api/size', '/listener/unknown', '/nothing'];
    const answers = await Promise.all(
      [...refused, ...refused, ...refused].map((path) => ask('POST', path, { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill([413, 404, 404, 404]).flat());
  });

  test.each([
    ['gzip', 415],
    ['identity, gzip', 415],
    ['Identity', 200],
  ])('Content-Encoding %s gets %i', async (encoding, status) => {
    const { ask } = await start();
    const answer = await ask('POST', '/size', { headers: [`Content-Encoding: ${encoding}`], body: 'abc' });
    expect(answer.status).toBe(status);
  });

  test('the body is read regardless of its Content-Type (spec/rest-api §10)', async () => {
    const { ask } = await start();
    const known = [
      '',
      ' ',
      'garbage',
      'a/b',
      'A/B;charset',
      'text/',
      '/json',
      'a/b/c',
      'application/json\t;x',
      ';',
      'undefined',
    ];
    const spelled = fc.sample(fc.stringMatching(/^[!-~ \t]{0,20}$/), { numRuns: 150, seed: 1 });
    for (const type of [...known, ...spelled]) {
      const answer = await ask('POST', '/size', { headers: [`Content-Type: ${type}`], body: 'abc' });
      expect([type, answer.text]).toEqual([type, '{"bytes":3}']);
    }
  });

  test.each([
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: acme.example\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ])('%s gets a response from the service, not from Node', async (_what, bytes, status) => {
    const { exchange } = await start();
    const answer = parseAnswer(await exchange(bytes));
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });
});

describe('connection limits (spec/limits §1)', () => {
  const request = 'GET /healthz HTTP/1.1\r\nHost: acme.example\r\n\r\n';

  test('the last allowed request on a connection gets Connection: close, and a further request is not served', async () => {
    const { exchange } = await start({ maximumRequestsPerSocket: 2, keepAliveTimeoutMs: 100 });
    const received = await exchange(request.repeat(3));
    expect(received.match(/HTTP\/1\.1 \d+|connection: [a-z-]+/gi)).toEqual([
      'HTTP/1.1 200',
      'Connection: keep-alive',
      'HTTP/1.1 200',
      'Connection: close',
      'HTTP/1.1 503',
      'Connection: close',
    ]);
  });

  test('a connection beyond the maximum number is closed immediately', async () => {
    const { open, ask, exchange } = await start({ maximumConnections: 2 });
    const sockets = [await open(), await open()];
    await expect.poll(() => exchange(request).catch(() => '')).toBe('');
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => ask('GET', '/healthz').catch(() => undefined)).toMatchObject({ status: 200 });
  });

  test('a request that arrived in time is served, even if the process was too busy to read it', async () => {
    const { open } = await start({ keepAliveTimeoutMs: 100 });
    const [socket, other] = [await open(), await open()];
    let received = '';
    const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    socket.setEncoding('latin1').on('data', (chunk) => {
      const isFirst = received === '';
      received += chunk;
      if (isFirst) other.write(request);
    });
    // Blocks in a socket callback, because timers run right after it, before sockets are read again.
    other.once('data', () => {
      socket.write(request);
      // Longer than the timeout plus Node's own margin.
      const until = performance.now() + 1_500;
      while (performance.now() < until);
    });
    socket.write(request);
    await closed;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  test('a connection is closed after the idle timeout', async () => {
    const { exchange } = await start({ keepAliveTimeoutMs: 100 });
    expect(parseAnswer(await exchange(request)).headers.get('connection')).toBe('keep-alive');
  });
});

describe('slow callers (spec/limits §1)', () => {
  test('get 408 and are disconnected if their headers do not arrive in time', async () => {
    const { exchange } = await start({ headersTimeoutMs: 200, connectionsCheckingIntervalMs: 50 });
    const before = performance.now();
    const answer = parseAnswer(await exchange('GET / HTTP/1.1\r\nHost: acme.example\r\n'));
    expect(answer.status).toBe(408);
    expect(answer.headers.get('connection')).toBe('close');
    expect(performance.now() - before).toBeLessThan(3_000);
  });

  test('get 408 and are disconnected if their body does not arrive in time', async () => {
    const { exchange } = await start({
      headersTimeoutMs: 100,
      requestTimeoutMs: 300,
      connectionsCheckingIntervalMs: 50,
    });
    const head =
      'POST /size HTTP/1.1\r\nHost: acme.example\r\nX-Request-Id: slow-1\r\nContent-Length: 10\r\n\r\n';
    const answer = parseAnswer(await exchange(`${head}abc`));
    expect(answer.status).toBe(408);
    expect(answer.headers.get('x-request-id')).toBe('slow-1');
  });

  test('cannot extend the timeout by sending one byte at a time', async () => {
    const { open } = await start({ headersTimeoutMs: 300, connectionsCheckingIntervalMs: 50 });
    const socket = await open();
    const before = performance.now();
    socket.write('GET / HTTP/1.1\r\n');
    const drip = setInterval(() => socket.write('X: y\r\n'), 40);
    await new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume());
    clearInterval(drip);
    expect(performance.now() - before).toBeLessThan(3_000);
  });

  test('do not delay others, even with 200 half-open connections', async () => {
    const { open, ask } = await start();
    const sockets = await Promise.all(Array.from({ length: 200 }, open));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: acme');
    expect((await ask('GET', '/healthz')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
