import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeApi } from '../../../src/http/api/reference/openapi.ts';
import { createReferencePage } from '../../../src/http/api/reference/page.ts';
import { apiRoutes } from '../../../src/http/api/routes.ts';
import { consoleSurface } from '../../../src/http/console/routes.ts';
import { acme, consoleOptions, startServer } from '../start-server.ts';

/** Describing the routes uses no database. */
const unused = {} as Parameters<typeof apiRoutes>[0];
const routes = apiRoutes(unused);
const openApi = describeApi(routes, '1.2.3');
const apiReference = createReferencePage(openApi);
const page = apiReference.at('https://acme.example');
const valuesOf = (attribute: string) =>
  [...page.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value ?? '');

test("/docs is served on every workspace host without a credential, with that workspace's URL", async () => {
  const other = { ...acme, baseUrl: 'http://other.test:8080', host: 'other.test:8080' };
  const { ask } = await startServer({
    findWorkspace: async (host) => [acme, other].find((workspace) => workspace.host === host),
    surfaces: [
      consoleSurface({ ...consoleOptions, openApi: () => openApi, apiReference: () => apiReference }),
    ],
  });
  for (const { host, baseUrl } of [acme, other]) {
    const { status, headers, text } = await ask('GET', '/docs', { host });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`curl &quot;${baseUrl}/api/users/self&quot;`);
    expect(text).toContain('Version 1.2.3');
  }
  expect((await ask('GET', '/docs', { host: 'nobody.test' })).status).toBe(404);
  expect((await ask('POST', '/docs')).status).toBe(405);
  expect((await ask('HEAD', '/docs')).text).toBe('');
});

test('the page has no scripts and loads nothing; the CSP allows its only style by hash', async () => {
  const { ask } = await startServer({
    surfaces: [
      consoleSurface({ ...consoleOptions, openApi: () => openApi, apiReference: () => apiReference }),
    ],
  });
  const { headers, text } = await ask('GET', '/docs');
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? [];
  const fingerprint = createHash('sha256').update(style).digest('base64');
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${fingerprint}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  // The icon is a data URL.
  expect(text.replace(/<link rel="icon" href="data:[^"]*">/, '')).not.toMatch(
    /<(script|link|img|iframe|form)\b| src=| style=| on\w+=|@import|url\(/i,
  );
  expect(valuesOf('href').filter((href) => !/^(#|\/$|\/openapi\.json$|data:image\/)/.test(href))).toEqual([]);
});

test('every operation and schema has an anchor, and every link points to one', () => {
  const ids = valuesOf('id');
  expect(new Set(ids).size).toBe(ids.length);
  const missing = valuesOf('href').filter((href) => href.startsWith('#') && !ids.includes(href.slice(1)));
  expect(missing).toEqual([]);
  const operationIds = Object.values(openApi.paths).flatMap((verbs) =>
    Object.values(verbs).map(({ operationId }) => operationId),
  );
  expect(operationIds).toHaveLength(routes.length);
  const wanted = [
    ...operationIds,
    ...Object.keys(openApi.components.schemas).map((name) => `schema-${name}`),
  ];
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation documents key and token, and every table and code block is reachable by keyboard', () => {
  expect(page.match(/-H &quot;apikey: \$KEY&quot;/g)).toHaveLength(routes.length + 1);
  expect(page.match(/-H &quot;Authorization: Bearer \$TOKEN&quot;/g)).toHaveLength(routes.length + 1);
  const scrolling = page.match(/<(div class="scroll"|pre)[^>]*>/g) ?? [];
  expect(scrolling.filter((tag) => !/role="region" aria-label="[^"]+" tabindex="0"/.test(tag))).toEqual([]);
});

test('a hostile URL appears on the page as text', () => {
  expect(apiReference.at('https://x.test/"><script>')).toContain(
    'https://x.test/&quot;&gt;&lt;script&gt;/api',
  );
});
