import fc from 'fast-check';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { findCredential } from '../../src/http/api/authenticate.ts';
import { isDecodable, originForm, pathOf } from '../../src/http/base/request-target.ts';
import {
  openToAll,
  type Route,
  refuseUndeclaredRoutes,
  registerRoutes,
} from '../../src/http/request/route-table.ts';
import { workspaceOf } from '../../src/http/request/workspace-by-host.ts';
import { unavailable } from '../../src/lib/errors.ts';
import { startServer, surfaces } from './start-server.ts';

const route = (method: Route['method'], path: string): Route => ({
  method,
  path,
  permission: openToAll('test'),
  handler: (request) => ({ name: workspaceOf(request).name, params: request.params }),
});
const leads = [
  route('GET', '/leads'),
  route('POST', '/leads'),
  route('GET', '/leads/:id'),
  route('DELETE', '/leads/:id'),
];
const key = { headers: ['apikey: k'] };

describe('the workspace', () => {
  test.each(['acme.example', 'ACME.example'])('can be found by the host %s', async (host) => {
    const { ask } = await startServer({ surfaces: surfaces({ api: leads }) });
    expect(JSON.parse((await ask('GET', '/api/leads', { ...key, host })).text).name).toBe('Acme');
  });

  test.each([
    ['another host', { host: 'other.example' }],
    ['another port', { host: 'acme.example:8080' }],
    ['only a forwarded host', { host: 'other.example', headers: ['X-Forwarded-Host: acme.example'] }],
  ])('cannot be found by %s, and every surface responds with the 404 page', async (_what, request) => {
    const { ask } = await startServer({ trustProxy: ['127.0.0.1'] });
    for (const path of [
      '/',
      '/api/leads?apikey=k',
      '/listener/a/b',
      '/oauth2/token',
      '/.well-known/x',
      '/none',
    ]) {
      const answer = await ask('GET', path, request);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('no workspace at this URL');
      expect(answer.text).toContain('<code>hark apply</code>');
    }
  });

  test('cannot be found by the host in an absolute-form request target', async () => {
    const { ask } = await startServer({ surfaces: surfaces({ api: leads }) });
    const other = await ask('GET', 'http://acme.example/api/leads', { ...key, host: 'other.example' });
    expect(other.text).toContain('no workspace at this URL');
    const own = await ask('GET', 'http://other.example/api/leads', key);
    expect(JSON.parse(own.text).name).toBe('Acme');
  });

  test("causes a 503 in the surface's format if it cannot be looked up", async () => {
    const { ask } = await startServer({
      findWorkspace: async () => {
        throw unavailable('database_unavailable', 'The database does not answer. Try again.');
      },
    });
    const api = await ask('GET', '/api/x', key);
    expect([api.status, api.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(api.text)).toEqual({
      error: { code: 503, message: 'The database does not answer. Try again.' },
    });
    const page = await ask('GET', '/none');
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  });
});

describe('/api without a recognized credential (spec/rest-api §1.4)', () => {
  const nothing = Object.create(null);
  test.each([
    ['no header', [], nothing, false],
    ['ApiKey', ['ApiKey', 'k'], nothing, false],
    ['Apikey', ['Apikey', 'k'], nothing, false],
    ['APIKEY if a proxy rewrites names', ['APIKEY', 'k'], nothing, true],
    ['X-Api-Key', ['X-Api-Key', 'k'], nothing, true],
    ['Basic', ['Authorization', 'Basic eDp5'], nothing, true],
    ['Bearer glued to the token', ['Authorization', 'Bearertoken'], nothing, true],
    ['a header whose value is apikey', ['x', 'apikey'], nothing, true],
    ['an inherited name', [], {}, false],
    ['another case in the query', [], { ApiKey: 'k' }, true],
  ])('%s is not a credential', (_what, headers, query, rewritesHeaderNames) => {
    expect(findCredential(headers, query, rewritesHeaderNames)).toBeUndefined();
  });

  test.each([
    ['apikey', ['apikey', 'k'], nothing, false, 'api_key', 'k'],
    ['an empty apikey', ['apikey', ''], nothing, false, 'api_key', ''],
    ['Apikey if a proxy rewrites names', ['Apikey', 'k'], nothing, true, 'api_key', 'k'],
    ['the query parameter', [], { apikey: 'k' }, false, 'api_key', 'k'],
    ['an empty query parameter', [], { apikey: '' }, false, 'api_key', ''],
    ['the header before the query', ['apikey', 'h'], { apikey: 'q' }, false, 'api_key', 'h'],
    ['Bearer', ['Authorization', 'Bearer t'], nothing, false, 'bearer', 't'],
    [
      'Bearer before two keys',
      ['apikey', 'a', 'Authorization', 'Bearer t', 'apikey', 'b'],
      { apikey: ['q', 'r'] },
      false,
      'bearer',
      't',
    ],
    [
      'Bearer before a key',
      ['apikey', 'k', 'Authorization', 'Bearer t'],
      { apikey: 'q' },
      false,
      'bearer',
      't',
    ],
    [
      'a key next to another scheme',
      ['Authorization', 'Basic x', 'apikey', 'k'],
      nothing,
      false,
      'api_key',
      'k',
    ],
    ['bearer in any case', ['AUTHORIZATION', 'bEARER t'], nothing, false, 'bearer', 't'],
    ['an empty Bearer', ['authorization', 'Bearer'], nothing, false, 'bearer', ''],
  ])('%s is a credential', (_what, headers, query, rewritesHeaderNames, type, value) => {
    expect(findCredential(headers, query, rewritesHeaderNames)).toEqual({ type, value });
  });

  test.each([
    ['headers', ['apikey', 'a', 'apikey', 'a'], nothing],
    ['query parameters', [], { apikey: ['a', 'a'] }],
    ['query parameters next to a header', ['apikey', 'a'], { apikey: ['a', 'b'] }],
  ])('two apikey %s are rejected', (_what, headers, query) => {
    expect(() => findCredential(headers, query, false)).toThrow('Send exactly one apikey');
  });

  test('gets a page that says how to send one', async () => {
    const { ask } = await startServer({ surfaces: surfaces({ api: leads }) });
    const { status, text } = await ask('GET', '/%61pi/leads', { headers: ['ApiKey: k', 'Apikey: k'] });
    expect(status).toBe(404);
    expect(text).toContain('<code>apikey</code> header');
    expect(text).toContain('<code>Authorization: Bearer</code>');
    expect(text).toContain('<code>https</code> URL directly');
  });

  test('a query parameter is recognized in any encoding that the route sees', async () => {
    const { ask } = await startServer({ surfaces: surfaces({ api: leads }) });
    for (const query of ['apikey=k', 'apikey=', 'apikey', 'a=b&apikey=k', '%61pikey=k']) {
      expect([query, (await ask('GET', `/api/leads?${query}`)).status]).toEqual([query, 200]);
    }
  });

  test('Apikey is recognized behind a proxy (spec/rest-api §1.1)', async () => {
    const { ask } = await startServer({ surfaces: surfaces({ api: leads }, true), trustProxy: 1 });
    expect((await ask('GET', '/api/leads', { headers: ['Apikey: k'] })).status).toBe(200);
  });
});

test('/api sends no CORS headers, regardless of the request (spec/rest-api §10)', async () => {
  const { ask } = await startServer({ surfaces: surfaces({ api: leads }) });
  const headers = [...key.headers, 'origin: https://shop.example', 'access-control-request-method: GET'];
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await ask(method, '/api/leads', { headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

describe('unknown routes', () => {
  const start = () => startServer({ surfaces: surfaces({ api: leads }) });

  test.each(['/none', '/none?apikey=k', '/apis', '/API/leads', '//api/leads', '/listeners', '*'])(
    '%s belongs to no surface and gets the 404 page',
    async (path) => {
      const { ask } = await start();
      const answer = await ask('OPTIONS', path, key);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('There is no page at this URL');
    },
  );

  test("a path that cannot be decoded gets 400 in its surface's format", async () => {
    const { ask } = await start();
    for (const path of ['/api/%', '/api/%zz', '/api/%ff', '/api/leads/%E0%A4%A']) {
      const answer = await ask('GET', path, key);
      expect([path, answer.status, JSON.parse(answer.text).error.code]).toEqual([path, 400, 400]);
    }
    const page = await ask('GET', '/%zz<script>');
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).not.toContain('<script');
  });

  test('pages escape all values that a caller sent', async () => {
    const { ask } = await startServer({ surfaces: surfaces({ console: [route('GET', '/hello/:name')] }) });
    const answer = await ask('POST', `/hello/<script>alert("it's")&x`);
    expect(answer.status).toBe(405);
    expect(answer.text).toContain('POST /hello/&lt;script&gt;alert(&quot;it&#39;s&quot;)&amp;x:');
    expect(answer.text).not.toContain('<script');
  });

  test('every path gets a response from a surface, with a request id', async () => {
    const { ask } = await start();
    const targets = fc.oneof(
      fc.stringMatching(/^\/[!-~]{0,30}$/),
      fc.stringMatching(/^\/(api|listener|oauth2|\.well-known)\/[%a-f0-9/?#;.\\]{0,12}$/),
    );
    const sample = fc.sample(targets, { numRuns: 300, seed: 7 });
    for (const target of sample) {
      const answer = await ask('GET', target, key);
      expect([target, answer.status < 500, answer.headers.has('x-request-id')]).toEqual([target, true, true]);
      expect(answer.text).not.toContain('FST_ERR');
    }
  });
});

describe('the request target', () => {
  test('always becomes a decodable path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (target) => {
        const form = originForm(target);
        expect(form.startsWith('/')).toBe(true);
        expect(isDecodable(form)).toBe(true);
      }),
    );
  });

  test.each([
    ['/a?b', '/a?b'],
    ['http://host/a?b', '/a?b'],
    ['HTTPS://host:1', '/'],
    ['http://host?b', '/?b'],
    ['*', '/*'],
    ['/%zz', '/%25zz'],
  ])('%s is normalized to %s', (target, form) => {
    expect(originForm(target)).toBe(form);
  });

  test('appears in messages without its query', () => {
    expect(pathOf('/a?apikey=k')).toBe('/a');
    expect(pathOf('/a#apikey=k?b\nc')).toBe('/a');
  });
});

describe('a route without a permission', () => {
  test.each([
    ['undefined', undefined],
    ['empty', ''],
    ['an act that does not exist', 'leads.steal'],
    ['an inherited property name', 'constructor'],
    ['public without a reason', openToAll('')],
  ])('(%s) prevents the server from starting', async (_what, permission) => {
    const bare = { ...route('GET', '/bare'), permission } as Route;
    await expect(startServer({ surfaces: surfaces({ api: [bare] }) })).rejects.toThrow(
      'GET /api/bare declares no act',
    );
  });

  test('that bypasses the route table prevents the server from starting', async () => {
    const app = fastify();
    refuseUndeclaredRoutes(app);
    const undeclared = {
      method: 'POST',
      url: '/b',
      config: { permission: 'leads.view' },
      handler: () => 'x',
    } as const;
    expect(() => app.get('/a', () => 'x')).toThrow('GET /a declares no act');
    expect(() => app.route(undeclared)).toThrow('POST /b declares no act');
    app.register(async (scope) => {
      scope.get('/c', () => 'x');
    });
    await expect(app.ready()).rejects.toThrow('GET /c declares no act');
  });

  test('is allowed if it is the automatic HEAD route of a declared GET', async () => {
    const app = fastify();
    refuseUndeclaredRoutes(app);
    registerRoutes(app, [route('GET', '/x')]);
    await app.ready();
    expect(app.hasRoute({ method: 'HEAD', url: '/x' })).toBe(true);
    await app.close();
  });
});

test('a list of surfaces without a catch-all prevents the server from starting', async () => {
  await expect(startServer({ surfaces: [] })).rejects.toThrow("prefix ''");
});
