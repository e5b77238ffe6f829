import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { targetOf } from '../../../src/http/listener/resolve-listener.ts';
import { key, secret, sign } from '../../core/listeners/tokens.ts';
import { findAcme, startServer } from '../start-server.ts';
import { listenerPath as address, fakeListener } from './fake-listener.ts';

const shop = 'https://shop.example.test';
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const token = (claims = {}, by = secret) => sign({ iss: key, ...claims }, { by });
const bearer = (value: string) => [`Authorization: Bearer ${value}`];

/** Starts a server with a listener that checks the token and the origin. `input` returns the input of its last run. */
async function start() {
  let stored = '';
  const settings = {
    addAuthentication: true,
    endpointKey: key,
    endpointSecret: secret,
    allowCors: true,
    corsDomains: shop,
  };
  const store = ({ input }: { input: Buffer }) => {
    stored = input.toString();
  };
  const started = await startServer({
    listeners: fakeListener({ findWorkspace: findAcme, settings, store }),
  });
  return { ...started, input: () => JSON.parse(stored) };
}

describe('the input of a run', () => {
  test('contains the body, query, headers as received and claims, but no credential', async () => {
    const { ask, input } = await start();
    const sent = token({ data: { order_id: 42 }, sub: 'user-7' });
    await ask('PUT', `${address}?page=2&name=query#x=y`, {
      headers: [
        ...bearer(sent),
        'X-Many: a',
        'x-many: b',
        'Cookie: c=CANARY',
        '__jwt_data: x',
        'Content-Type: application/json',
      ],
      body: '{"name":"Ann","__headers":1}',
    });
    expect(input()).toEqual({
      page: '2',
      name: 'Ann',
      __raw: '{"name":"Ann","__headers":1}',
      __headers: {
        host: ['acme.example'],
        connection: ['close'],
        'x-many': ['a', 'b'],
        'content-type': ['application/json'],
        'content-length': ['28'],
        __jwt_data: [{ order_id: 42 }],
        __jwt_sub: ['user-7'],
      },
    });
    expect(JSON.stringify(input())).not.toContain(sent);
  });

  test('does not include the body of a GET (spec/listeners §1.2)', async () => {
    const { ask, input } = await start();
    const headers = [...bearer(token()), 'Content-Type: application/json'];
    const answer = await ask('GET', `${address}?a=1`, { headers, body: '{"a":2,' });
    expect([answer.status, input()]).toMatchObject([200, { a: '1', __raw: '' }]);
  });
});

test('the URL consists of two hashes of 32 lower-case hex characters, and no other spelling is accepted (spec/listeners §1.1)', () => {
  for (const url of [address, `${address}?a=b`, `${address}?`, `${address}#x`])
    expect(targetOf(url)).toEqual({ hashes: { first, second }, receiptKey: undefined });
  expect(targetOf(`${address}/receipts/d%2F1?a=b`)).toEqual({
    hashes: { first, second },
    receiptKey: 'd/1',
  });
  for (const url of [
    `/listener/${first}`,
    `${address}/`,
    `${address}/x`,
    `${address}/receipts`,
    `${address}/receipts/`,
    `${address}/receipts/a/b`,
    `${address}/receipts/%ff`,
    `${address}0`,
    `/listener//${first}/${second}`,
    `/x${address}`,
    `/listener/${first.toUpperCase()}/${second}`,
    `/listener/%61${first.slice(1)}/${second}`,
    `${address}\n`,
    `${address};a`,
    '',
  ]) {
    expect([url, targetOf(url)]).toEqual([url, undefined]);
  }
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const found = targetOf(`/listener/${one}/${other}`)?.hashes;
      if (found) expect(found.first + found.second).toMatch(/^[0-9a-f]{64}$/);
    }),
  );
});

test.each([
  '/listener',
  '/listener/',
  '/listener?a=1',
  `/%6cistener/${first}/${second}`,
  'http://elsewhere.test/listener/x',
])('%s is below /listener but not a listener and gets a nested 404', async (target) => {
  const { ask } = await start();
  const answer = await ask('POST', target);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    404,
    { error: { code: 404, message: 'Item was not found.' } },
  ]);
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test('a caller that disconnects before its body is read appears in the request inspector', async () => {
  const resolving = Promise.withResolvers<void>();
  const noted = Promise.withResolvers<string>();
  const findWorkspace = async (host: string) => {
    await resolving.promise;
    return findAcme(host);
  };
  const { open, log } = await startServer({
    listeners: fakeListener({ findWorkspace, note: noted.resolve }),
  });
  const socket = await open();
  socket.write(`POST ${address} HTTP/1.1\r\nHost: acme.example\r\nContent-Length: 9\r\n\r\n{"a"`);
  socket.resume().end();
  await expect.poll(() => log.lines().some(({ status }) => status === 499), { timeout: 5_000 }).toBe(true);
  resolving.resolve();
  expect(await noted.promise).toBe('127.0.0.1');
});
