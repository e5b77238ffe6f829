import { describe, expect, test } from 'vitest';
import { openToAll, type Route } from '../../../src/http/request/route-table.ts';
import { parseAnswer, startServer, surfaces } from '../start-server.ts';

const good = 'GET /healthz HTTP/1.1\r\nHost: acme.example\r\n';

describe('malformed HTTP', () => {
  // raw-http.test.ts sends many more.
  test.each([
    ['garbage', '\x00\x01\x02 nothing\r\n\r\n'],
    ['TLS on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['CR without LF after the headers', `${good}X: y\r\n\rX\r\n\r\n`],
    ['a Content-Length that is not a number', `${good}Content-Length: 3x\r\n\r\nabc`],
    [
      'a chunk size that is not a number',
      `POST /none HTTP/1.1\r\nHost: acme.example\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
  ])('%s gets a short 400 and the connection is closed', async (_what, bytes) => {
    const { exchange, ask } = await startServer();
    const answer = parseAnswer(await exchange(Buffer.from(bytes, 'latin1')));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(JSON.parse(answer.text)).toEqual({ error: { code: 400, message: expect.any(String) } });
    expect((await ask('GET', '/healthz')).status).toBe(200);
  });

  test('a flood of headers gets 431, not a reset', async () => {
    const { exchange } = await startServer();
    const flood = Array.from({ length: 300_000 }, (_, index) => `X-${index}: ${index}\r\n`).join('');
    for (let round = 0; round < 10; round++) {
      expect(parseAnswer(await exchange(`${good}${flood}\r\n`)).status).toBe(431);
    }
  });

  test('the 400 for garbage after a request in progress is sent after the response to that request', async () => {
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<object>();
    const slow: Route = {
      method: 'POST',
      path: '/slow',
      permission: openToAll('test'),
      handler: () => {
        arrived.resolve();
        return answered.promise;
      },
    };
    const { open, log } = await startServer({ surfaces: surfaces({ console: [slow] }) });
    const socket = await open();
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
    });
    socket.write('POST /slow HTTP/1.1\r\nHost: acme.example\r\nContent-Length: 2\r\n\r\n{}garbage\r\n\r\n');
    await arrived.promise;
    answered.resolve({ stored: true });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received.match(/HTTP\/1\.1 \d+|"stored":true|"code":400/g)).toEqual([
      'HTTP/1.1 200',
      '"stored":true',
      'HTTP/1.1 400',
      '"code":400',
    ]);
    expect(log.lines()).toContainEqual(expect.objectContaining({ route: '/slow', status: 200 }));
  });

  test('the server keeps working if callers disconnect at any point', async () => {
    const { open, ask, log } = await startServer();
    const request = 'POST /api/x?apikey=k HTTP/1.1\r\nHost: acme.example\r\nContent-Length: 5\r\n\r\nabcde';
    for (let length = 0; length <= request.length; length += 3) {
      const socket = await open();
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.write(request.slice(0, length) || '\r\n', resolve));
      socket.resetAndDestroy();
    }
    expect((await ask('GET', '/healthz')).status).toBe(200);
    expect(log.lines().filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});

test('header names that match inherited properties are treated as ordinary headers', async () => {
  const seen = openToAll('test');
  const { ask } = await startServer({
    surfaces: surfaces({
      console: [
        {
          method: 'GET',
          path: '/seen',
          permission: seen,
          handler: ({ raw }) => ({
            raw: raw.rawHeaders.filter((name) => name.includes('proto') || name === 'evil'),
          }),
        },
      ],
    }),
  });
  const names = ['__proto__', 'constructor', '__defineGetter__', 'hasOwnProperty', 'toString', '__jwt_data'];
  const answer = await ask('GET', '/seen', { headers: names.map((name) => `${name}: evil`) });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text).raw).toContain('__proto__');
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect((await ask('GET', '/none?__proto__=x&constructor=y')).status).toBe(404);
});
