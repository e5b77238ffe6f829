import { describe, expect, test } from 'vitest';
import { openToAll } from '../../../src/http/request/route-table.ts';
import { fontSurface } from '../../../src/http/server/page-font.ts';
import { fakeListener, listenerPath } from '../listener/fake-listener.ts';
import { acme, consoleOptions, findAcme, startServer, surfaces } from '../start-server.ts';

const paths = [
  '/',
  '/none',
  '/healthz',
  '/readyz',
  '/api/x',
  '/api/x?apikey=k',
  '/listener/a/b',
  '/oauth2/x',
  '/%zz',
];

describe('X-Request-Id', () => {
  test.each(['a', 'A-b_c.9', 'x'.repeat(64)])('is taken from the caller if it is safe: %s', async (id) => {
    const { ask } = await startServer();
    for (const path of paths) {
      expect((await ask('GET', path, { headers: [`X-Request-Id: ${id}`] })).headers.get('x-request-id')).toBe(
        id,
      );
    }
  });

  test.each(['', 'x'.repeat(65), 'a b', 'a,b', 'é', '"', 'a\tb', '{x}'])(
    "is generated if the caller's value is not safe: %s",
    async (id) => {
      const { ask } = await startServer();
      const answer = await ask('GET', '/healthz', { headers: [`X-Request-Id: ${id}`] });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    },
  );

  test('is generated, and different each time, if the caller sends two values', async () => {
    const { ask } = await startServer();
    const twice = { headers: ['X-Request-Id: a', 'X-Request-Id: b'] };
    const ids = [await ask('GET', '/', twice), await ask('GET', '/', twice)].map(({ headers }) =>
      headers.get('x-request-id'),
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toHaveLength(36);
  });
});

describe('security headers', () => {
  test('are on every response', async () => {
    const { ask } = await startServer();
    for (const path of paths) {
      for (const host of [acme.host, 'other.example']) {
        const { headers } = await ask('GET', path, { host });
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        // The console has a sign-out form. With `no-referrer`, browsers would submit it without an origin.
        const isConsole = path === '/' && host === acme.host;
        expect(headers.get('referrer-policy')).toBe(isConsole ? 'same-origin' : 'no-referrer');
        expect(headers.get('x-frame-options')).toBe('DENY');
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
        expect(headers.get('permissions-policy')).toContain('camera=(), ');
        // Other sites can use a listener without CORS, for example to show an image.
        const isListener = path.startsWith('/listener/');
        expect(headers.get('cross-origin-resource-policy')).toBe(isListener ? 'cross-origin' : 'same-origin');
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
        expect(headers.has('server') || headers.has('x-powered-by')).toBe(false);
      }
    }
  });

  test('include HSTS only for a workspace with an https URL', async () => {
    const plain = { ...acme, baseUrl: 'http://acme.example' };
    const { ask } = await startServer({ findWorkspace: async (host) => (host === 'plain' ? plain : acme) });
    expect((await ask('GET', '/')).headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await ask('GET', '/', { host: 'plain' })).headers.has('strict-transport-security')).toBe(false);
    expect((await ask('GET', '/healthz')).headers.has('strict-transport-security')).toBe(false);
  });

  test('on the 404 page allow only its own style and font', async () => {
    const { ask } = await startServer();
    const answer = await ask('GET', '/none');
    const style = /<style>([\s\S]*?)<\/style>/.exec(answer.text)?.[1] ?? '';
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(answer.headers.get('content-security-policy')).toContain("font-src 'self';");
    // The icon is a data URL.
    expect(answer.text).not.toMatch(/<script|style=| on\w+=|src=|href="(?!data:image|\/")/);
    expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en">/);
  });
});

describe('the font of pages without scripts', () => {
  test('is served at every host, because the set-up page needs it before the first workspace', async () => {
    const { ask } = await startServer({
      surfaces: [fontSurface(consoleOptions.webDirectory), ...surfaces()],
    });
    const { text } = await ask('GET', '/none');
    const path = /url\("([^"]+)"\)/.exec(text)?.[1] ?? '';
    for (const host of [acme.host, 'other.example']) {
      const font = await ask('GET', path, { host });
      expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    }
  });

  test("is missing if the console isn't built", async () => {
    const { ask } = await startServer({ surfaces: [fontSurface('/nowhere/'), ...surfaces()] });
    expect((await ask('GET', '/assets/inter.woff2')).status).toBe(404);
  });
});

test('the console serves its page and its style from its own host only', async () => {
  const { ask } = await startServer();
  const page = await ask('GET', '/');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<title>Page</title>');
  expect(page.headers.get('content-security-policy')).toContain('style-src acme.example/assets/');
  const style = await ask('GET', '/assets/page.css');
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  for (const path of ['/assets/', '/assets/../index.html', '/assets/%2e%2e/index.html', '/index.html']) {
    expect((await ask('GET', path)).status).toBe(404);
  }
});

describe('trusted proxies', () => {
  const address = {
    method: 'GET',
    path: '/address',
    permission: openToAll('test'),
    handler: ({ ip }: { ip: string }) => ({ ip }),
  } as const;
  test.each([
    [undefined, '127.0.0.1'],
    [0, '127.0.0.1'],
    [1, '3.3.3.3'],
    [2, '2.2.2.2'],
    [['127.0.0.1'], '3.3.3.3'],
    [['10.0.0.0/8'], '127.0.0.1'],
  ])('with %j the caller is %s', async (trustProxy, ip) => {
    const noted: string[] = [];
    const settings = { addAuthentication: true };
    const listeners = fakeListener({
      findWorkspace: findAcme,
      settings,
      note: (address) => noted.push(address),
    });
    const { ask } = await startServer({ trustProxy, surfaces: surfaces({ console: [address] }), listeners });
    const forwarded = { headers: ['X-Forwarded-For: 1.1.1.1, 2.2.2.2, 3.3.3.3'] };
    const answer = await ask('GET', '/address', forwarded);
    expect(JSON.parse(answer.text)).toEqual({ ip });
    // The listener entry point determines the caller's IP address in the same way, as the request inspector shows.
    expect((await ask('GET', listenerPath, forwarded)).status).toBe(403);
    expect(noted).toEqual([ip]);
  });
});
