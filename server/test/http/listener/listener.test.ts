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
async function start(more: { isSwitchedOn?: boolean; addAuthentication?: boolean } = {}) {
  let stored = '';
  const settings = {
    addAuthentication: true,
    endpointKey: key,
    endpointSecret: secret,
    allowCors: true,
    corsDomains: shop,
    ...more,
  };
  const store = ({ input }: { input: Buffer }) => {
    stored = input.toString();
  };
  const started = await startServer({
    listeners: fakeListener({ findWorkspace: findAcme, settings, store }),
  });
  return { ...started, input: () => JSON.parse(stored) };
}

describe('the exact response to a rejected request (spec/listeners §5.1, §5.2)', () => {
  const [wrong, other] = [token({}, 'x'), token({ iss: 'other' })];
  test.each([
    ['no token', [], 403, 'Missing authentication token'],
    ['a wrong token', bearer(wrong), 401, `Not authorized. Invalid or expired token. ${wrong}`],
    ['markup', bearer('<b>&"'), 401, 'Not authorized. Invalid or expired token. <b>&"'],
    ['another issuer', [`token: ${other}`], 401, `Not authorized. Invalid key. ${other}`],
    [
      'two Authorization headers',
      [...bearer('CANARY'), ...bearer(token())],
      401,
      'Not authorized. Invalid or expired token. CANARY',
    ],
    ['a foreign origin', [...bearer(token()), 'Origin: https://evil.test'], 403, ''],
  ])('with %s has the specified status, body and headers', async (_title, headers, status, text) => {
    const { ask, log } = await start();
    const answer = await ask('POST', address, {
      headers: [...headers, 'Content-Type: application/json'],
      body: '{"broken',
    });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('vary')).toBe('Origin');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    if (status === 401) expect(log.text()).not.toContain(text.split(' ').at(-1));
  });

  test('echoes the token bytes as sent if they are UTF-8, and otherwise converts them from Latin-1', async () => {
    const { exchange } = await start();
    const ask = async (value: Buffer) => {
      const head = `POST ${address} HTTP/1.1\r\nHost: acme.example\r\nConnection: close\r\nAuthorization: `;
      const received = await exchange(Buffer.concat([Buffer.from(head), value, Buffer.from('\r\n\r\n')]));
      return Buffer.from(received, 'latin1').toString().split('. ').at(-1);
    };
    expect(await ask(Buffer.from('é😀'))).toBe('é😀');
    expect(await ask(Buffer.from('é', 'latin1'))).toBe('é');
  });
});

describe('listener responses (spec/listeners §4)', () => {
  const allowed = [...bearer(token()), `Origin: ${shop}`];

  test('a preflight with a valid token gets 204 with the four headers', async () => {
    const { ask } = await start();
    const answer = await ask('OPTIONS', address, { headers: allowed });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, OPTIONS');
    expect(answer.headers.get('access-control-allow-headers')).toBe('*');
  });

  test('an OPTIONS request that is not a preflight gets 204 with Allow', async () => {
    const { ask } = await start();
    const answer = await ask('OPTIONS', address, { headers: bearer(token()) });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, POST, PUT, OPTIONS']);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  test.each(['HEAD', 'PATCH', 'DELETE', 'TRACE'])(
    '%s gets a 405 that lists the allowed methods',
    async (method) => {
      const { ask } = await start();
      const answer = await ask(method, address);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, PUT, OPTIONS']);
      const message = `No route found for ${method} ${address}: Method Not Allowed (Allow: GET, POST, PUT, OPTIONS)`;
      expect(answer.text).toBe(method === 'HEAD' ? '' : JSON.stringify({ error: { code: 405, message } }));
    },
  );

  test('a disabled listener responds to valid requests with a nested 404 (spec/listeners §1.4)', async () => {
    const { ask } = await start({ isSwitchedOn: false });
    const answer = await ask('POST', address, { headers: allowed });
    expect(JSON.parse(answer.text)).toEqual({ error: { code: 404, message: 'Listener is switched off.' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop);
    expect((await ask('POST', address)).text).toBe('Missing authentication token');
  });

  test.each([
    ['malformed JSON', 'application/json', '{"broken', 400],
    [
      'a file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nx\r\n--b--',
      415,
    ],
  ])('%s has a nested error and keeps the CORS headers', async (_title, type, body, status) => {
    const { ask } = await start();
    const answer = await ask('POST', address, { headers: [...allowed, `Content-Type: ${type}`], body });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([status, status]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop);
    expect(answer.headers.get('vary')).toBe('Origin');
  });
});

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
    const { ask, input } = await start({ addAuthentication: false });
    const answer = await ask('GET', `${address}?a=1`, {
      headers: ['Content-Type: application/json'],
      body: '{"a":2,',
    });
    expect([answer.status, input()]).toMatchObject([200, { a: '1', __raw: '' }]);
  });

  test('depends on the Content-Type, which is interpreted in exactly one way, valid or not', async () => {
    const { ask, input } = await start({ addAuthentication: false });
    for (const type of [
      'application/json',
      ' APPLICATION/json ;x',
      'application/json;',
      'application/json; charset="utf-8"',
    ]) {
      await ask('POST', address, { headers: [`Content-Type: ${type}`], body: '{"a":1}' });
      expect([type, input().a]).toEqual([type, 1]);
    }
    for (const type of ['json', 'application/json,text/plain', '/', 'application/json x', '']) {
      await ask('POST', address, { headers: [`Content-Type: ${type}`], body: '{"a":1}' });
      expect([type, input().__body]).toEqual([type, '{"a":1}']);
    }
  });
});

describe('the URL (spec/listeners §1.1)', () => {
  test('consists of two hashes of 32 lower-case hex characters, and no other spelling is accepted', () => {
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
