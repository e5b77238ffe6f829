// Runs deploy/nginx.conf in front of the product: how it handles /api requests without a credential (spec/rest-api
// §1.4), and what a proxy must not change.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, runHark } from '../harness/hark-process.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { askOverHttps, type HttpsAnswer } from '../harness/servers/https-request.ts';
import { type OwnNginx, startOwnNginx } from '../harness/servers/own-nginx.ts';

let served: ServedDatabase;
let serves: RunningHark[];
let nginx: OwnNginx;
let apiKey = '';
let listener = '';

beforeAll(async () => {
  served = await startServedDatabase('nginx');
  const start = () => served.serve({ TRUST_PROXY: '1' });
  serves = await Promise.all([start(), start()]);
  const httpsPort = await freePort();
  const file = join(serves[0]?.env.HARK_DATA_DIR ?? '', 'workspace.json');
  const workspace = {
    name: 'Acme',
    base_url: `https://localhost:${httpsPort}`,
    users: [
      { email: 'ann@acme.test', name: 'Ann', role: 'Administrator', api_key: 'a-key-of-ann-0123456789' },
    ],
    workflows: [
      {
        name: 'Form',
        owner: 'ann@acme.test',
        listener: {},
        steps: [{ name: 'kept', type: 'set', values: { x: '1' } }],
      },
    ],
  };
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { stdout } = await runHark(['apply', '-f', file, '--json', '--show-secrets'], served.env);
  const [applied] = JSON.parse(stdout).workspaces;
  apiKey = applied.users[0].api_key;
  listener = new URL(applied.workflows[0].listener.url).pathname;
  nginx = await startOwnNginx(
    serves.map(({ url }) => new URL(url).host),
    httpsPort,
  );
});
afterAll(async () => {
  await nginx?.remove();
  await served?.remove();
});

const ask = (path: string, asked?: Parameters<typeof askOverHttps>[1], { httpsUrl }: OwnNginx = nginx) =>
  askOverHttps(`${httpsUrl}${path}`, asked);

/** Every response from the product has a request ID; nginx's own responses don't. */
const isFromProxy = ({ headers }: HttpsAnswer) => headers['x-request-id'] === undefined;

describe('/api without a credential (spec/rest-api §1.4)', () => {
  test.each([
    ['a request without a credential', '/api/leads', {}],
    ['another scheme', '/api/leads', { authorization: 'Basic eDp5' }],
    ['a header that is not a credential', '/api/leads', { 'x-api-key': 'a-key-of-ann-0123456789' }],
    ['a parameter value that is apikey', '/api/leads?orderBy=apikey', {}],
    ['a longer parameter name', '/api/leads?myapikey=1', {}],
    ['a write', '/api/leads/new', {}],
    ['the prefix /api alone', '/api', {}],
  ])('%s gets a 404 page and does not reach the service', async (_what, path, headers) => {
    const answer = await ask(path, { headers, method: path.endsWith('new') ? 'POST' : 'GET' });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<p>The REST API responds only to requests with a credential.</p>');
    expect(isFromProxy(answer)).toBe(true);
  });

  test.each([
    ['apikey header', '/api/leads', () => ({ apikey: apiKey }), 200],
    ['apikey parameter', '/api/leads?limit=1&apikey=KEY', () => ({}), 200],
    ['apikey parameter with an encoded name', '/api/leads?%61pikey=KEY', () => ({}), 200],
    ['an unknown key', '/api/leads', () => ({ apikey: 'wrong' }), 401],
    ['an empty parameter', '/api/leads?apikey=', () => ({}), 401],
    ['a parameter without a value', '/api/leads?apikey', () => ({}), 401],
    ['a bearer token', '/api/leads', () => ({ authorization: 'Bearer nonsense' }), 401],
    ['Bearer in another case', '/api/leads', () => ({ authorization: 'bEARER nonsense' }), 401],
    ['a Bearer header without a token', '/api/leads', () => ({ authorization: 'Bearer' }), 401],
    ['a missing lead, as JSON', '/api/leads/999999', () => ({ apikey: apiKey }), 404],
  ])('%s reaches the service', async (_what, path, headers, status) => {
    const answer = await ask(path.replace('KEY', apiKey), { headers: headers() });
    expect([answer.status, isFromProxy(answer)]).toEqual([status, false]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  test('the header spelling is forwarded unchanged, so the service itself rejects ApiKey', async () => {
    const answer = await ask('/api/leads', { headers: { ApiKey: apiKey } });
    expect([answer.status, isFromProxy(answer)]).toEqual([404, false]);
  });

  test('an empty header is treated like a missing one, because nginx cannot tell them apart', async () => {
    const answer = await ask('/api/leads', { headers: { apikey: '' } });
    expect([answer.status, isFromProxy(answer)]).toEqual([404, true]);
  });

  test('a path that only starts with the letters "/api" is not treated as the API', async () => {
    expect(isFromProxy(await ask('/apiary'))).toBe(false);
  });
});

test('http redirects to https and serves nothing else', async () => {
  const answer = await fetch(`${nginx.httpUrl}/api/leads?limit=1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    308,
    'https://127.0.0.1/api/leads?limit=1',
  ]);
});

test('nginx forwards headers with an underscore, and Hark, not nginx, rejects a body that is too large', async () => {
  const headers = { 'content-type': 'application/json', my_header: 'x' };
  const answer = await ask(listener, { method: 'POST', headers, body: '{"a":1}' });
  expect(answer.status).toBe(200);
  const run = JSON.parse(answer.text).run_id;
  const [stored] = await served.query<{ input: string }>('select input::text from runs where id = $1', [run]);
  expect(JSON.parse(stored?.input ?? '')).toMatchObject({ __headers: { my_header: ['x'] } });
  const large = await ask(listener, { method: 'POST', headers, body: JSON.stringify('x'.repeat(1_200_000)) });
  expect([large.status, isFromProxy(large)]).toEqual([413, false]);
});

/** The format of Hark's errors outside of /oauth2. */
const expectNested = ({ status, headers, text }: HttpsAnswer, code: number, message: string) => {
  expect([status, headers['content-type']]).toEqual([code, 'application/json; charset=utf-8']);
  expect(JSON.parse(text)).toEqual({ error: { code, message } });
  expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store']);
};

describe("nginx's own errors have the same format as the service's errors", () => {
  test.each(['/api/leads', '/mcp', '/'])('two Authorization headers get 400, %s', async (path) => {
    const answer = await ask(path, { headers: { authorization: ['Bearer one', 'Bearer two'] } });
    expectNested(answer, 400, 'The HTTP request is invalid. Send each header only once.');
  });

  test('a body that is too large for nginx gets 413, also on /api', async () => {
    const headers = { apikey: apiKey, 'content-length': '5000000' };
    for (const path of [listener, '/api/leads/new', '/mcp']) {
      const answer = await ask(path, { method: 'POST', headers, body: 'x'.repeat(5_000_000) });
      expectNested(answer, 413, 'The body is too large. The limit is 1 MiB.');
    }
  });

  test('oversized headers get 431, and an oversized request line 414', async () => {
    const large = 'x'.repeat(40_000);
    expectNested(await ask('/', { headers: { 'x-large': large } }), 431, 'The headers are too large.');
    expectNested(await ask(`/?a=${large}`), 414, 'The URL is too long.');
  });

  test('the error page cannot be requested directly', async () => {
    expect((await ask('/.nginx-error')).status).toBe(404);
  });
});

test('X-Accel headers in a response are ignored and not forwarded', async () => {
  const upstream = createServer((_request, response) => {
    response.writeHead(200, {
      'X-Accel-Redirect': '/other',
      'X-Accel-Buffering': 'no',
      'X-Accel-Expires': '60',
      'X-Accel-Limit-Rate': '1',
      'X-Accel-Charset': 'utf-7',
      'X-Answer': 'first',
    });
    response.end('first');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const front = await startOwnNginx([`127.0.0.1:${(upstream.address() as AddressInfo).port}`]);
  try {
    for (const path of ['/listener/a/b', '/api/leads?apikey=x', '/mcp']) {
      const { status, headers, text } = await ask(path, {}, front);
      expect([status, headers['x-answer'], text]).toEqual([200, 'first', 'first']);
      expect(Object.keys(headers).filter((name) => name.startsWith('x-accel-'))).toEqual([]);
    }
  } finally {
    await front.remove();
    upstream.close();
  }
});

test("nginx's logs contain no credential", async () => {
  await ask(`/api/leads?apikey=${apiKey}`);
  await Promise.all(serves.map((hark) => hark.stop()));
  const away = await ask(`/api/leads?apikey=${apiKey}`);
  expectNested(away, 503, 'Hark is unavailable. Try again shortly.');
  // nginx writes the log line after the response.
  await eventually(() => nginx.logs().includes(' GET /api/leads 503 '));
  expect(nginx.logs()).toContain(' GET /api/leads 200 ');
  expect(nginx.logs()).not.toContain(apiKey);
});
