// Seed 5.2 and 5.3: the cross-origin check. A test per rule, and what decisions 2 and 3 add to it.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  allowing,
  type BuiltStage,
  bearer,
  corsOf,
  evil,
  expectForbidden,
  expectInvalid,
  expectMissing,
  expectNested,
  shop,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { build } = useListeners();
const domains = { allow_cors: true, cors_domains: `${shop}, https://app.test:8443` };
let listed: BuiltStage;
let both: BuiltStage;
beforeAll(async () => {
  listed = await build(domains);
  both = await build({ ...domains, ...signed });
});
const from = (origin: string, ...more: string[]) => ({ headers: [`Origin: ${origin}`, ...more] });
const verbs = ['GET', 'POST', 'PUT'];

describe('seed 5.2 the check runs only', () => {
  test('when allow_cors is on', async () => {
    const { ask } = await build({ cors_domains: shop });
    expect((await ask(from(evil))).status).toBe(200);
  });

  test('when the request has an Origin', async () => {
    const answer = await listed.ask();
    expect([answer.status, corsOf(answer)]).toEqual([200, {}]);
  });

  test('when the Origin differs from the own host, which is that of the stored base URL (decisions 2)', async () => {
    const answer = await listed.ask(from(listed.workspace.baseUrl));
    expect([answer.status, corsOf(answer)]).toEqual([200, {}]);
    const { baseUrl } = both.workspace;
    expectForbidden(await listed.ask(from(baseUrl, `X-Forwarded-Host: ${new URL(baseUrl).host}`)));
  });
});

describe('seed 5.2.1 the comparison', () => {
  test('trims both sides', async () => {
    expect(corsOf(await listed.ask(from(`  ${shop} \t`)))).toEqual(allowing(shop));
    expect(corsOf(await listed.ask(from('https://app.test:8443')))).toEqual(
      allowing('https://app.test:8443'),
    );
  });

  test.each([
    'http://shop.example.test',
    'https://shop.example.test:443',
    'https://shop.example.test:8443',
    'https://shop.example.test/',
    'https://SHOP.example.test',
    'https://shop.example.test.evil.test',
    'https://www.shop.example.test',
    'https://shop.example',
    'https://app.test',
    `${shop}, https://app.test:8443`,
    '*',
    'null',
  ])('is for equal texts, scheme, host and port: %s is refused', async (origin) => {
    for (const method of [...verbs, 'OPTIONS'])
      expectForbidden(await listed.ask({ method, ...from(origin) }));
  });

  test('docs 0020 no origin at all is refused even by *', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: '*' });
    expectForbidden(await ask({ headers: ['Origin:'] }));
    expectForbidden(await ask({ headers: [`Origin: ${shop}`, `Origin: ${evil}`] }));
  });
});

describe('seed 5.2.2 when allowed', () => {
  test.each(verbs)('the answer to %s carries the four headers, the origin echoed', async (method) => {
    const answer = await listed.ask({ method, ...from(shop) });
    expect([answer.status, corsOf(answer)]).toEqual([200, allowing(shop)]);
  });

  test('the own Origin is echoed also when the list is *', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: '*' });
    expect(corsOf(await ask(from(evil)))).toEqual(allowing(evil));
  });

  test('also when the body is malformed or the listener switched off', async () => {
    const broken = await listed.ask({
      headers: [`Origin: ${shop}`, 'Content-Type: application/json'],
      body: '{"',
    });
    expectNested(broken, 400);
    expect(corsOf(broken)).toEqual(allowing(shop));
    const off = await build(domains);
    await off.save({ enabled: false });
    const answer = await off.ask(from(shop));
    expectNested(answer, 404, 'Listener is switched off.');
    expect(corsOf(answer)).toEqual(allowing(shop));
  });
});

test('seed 5.2.3 when not allowed: 403 with an empty body, and no run', async () => {
  const stage = await build(domains);
  for (const method of [...verbs, 'OPTIONS']) expectForbidden(await stage.ask({ method, ...from(evil) }));
  expect(await stage.countRuns()).toBe(0);
});

describe('seed 5.2.4 a preflight', () => {
  test.each([[[]], [['Access-Control-Request-Method: POST']], [['Access-Control-Request-Headers: x-a']]])(
    'from an allowed origin: 204, no body, the four headers, no run; with %j',
    async (more) => {
      const stage = await build(domains);
      const answer = await stage.ask({ method: 'OPTIONS', ...from(shop, ...more) });
      expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', allowing(shop)]);
      expect(await stage.countRuns()).toBe(0);
    },
  );

  test('decisions 3 an OPTIONS that the check does not cover: 204 with Allow, no CORS header, no run', async () => {
    const off = await build();
    const asked = [
      await listed.ask({ method: 'OPTIONS' }),
      await listed.ask({ method: 'OPTIONS', ...from(listed.workspace.baseUrl) }),
      await off.ask({ method: 'OPTIONS', ...from(shop) }),
    ];
    for (const answer of asked) {
      expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', {}]);
      expect(answer.headers.get('allow')).toBe('GET, POST, PUT, OPTIONS');
    }
    expect(await off.countRuns()).toBe(0);
  });
});

describe('decisions 3 Vary: Origin is on every answer of a listener with allow_cors', () => {
  test.each([
    ['200 to an allowed origin', 200, () => listed.ask(from(shop))],
    ['200 without Origin', 200, () => listed.ask()],
    ['204 of a preflight', 204, () => listed.ask({ method: 'OPTIONS', ...from(shop) })],
    ['204 of an uncovered OPTIONS', 204, () => listed.ask({ method: 'OPTIONS' })],
    ['403 of an origin', 403, () => listed.ask(from(evil))],
    ['400 of a body', 400, () => listed.ask({ headers: ['Content-Type: application/json'], body: '{"' })],
    ['403 of a missing token', 403, () => both.ask()],
    ['401 of a bad token', 401, () => both.ask({ headers: [bearer('bad')] })],
    ['405 of PATCH', 405, () => listed.ask({ method: 'PATCH' })],
    ['405 of HEAD', 405, () => listed.ask({ method: 'HEAD', ...from(shop) })],
  ])('%s', async (_, status, asking) => {
    const answer = await asking();
    expect([answer.status, answer.headers.get('vary')]).toEqual([status, 'Origin']);
  });
});

describe('seed 5.3 both protections', () => {
  test('a browser preflight carries no token: 403, so the real request is never sent', async () => {
    expectMissing(
      await both.ask({ method: 'OPTIONS', ...from(shop, 'Access-Control-Request-Method: POST') }),
    );
  });

  test('the JWT check runs first: its refusals say nothing of the origin', async () => {
    expectMissing(await both.ask(from(evil)));
    expectInvalid(await both.ask(from(evil, bearer('bad'))), 'bad');
    expectInvalid(await both.ask(from(shop, bearer('bad'))), 'bad');
  });

  test('a good token: then the origin decides', async () => {
    expectForbidden(await both.ask(from(evil, bearer(token()))));
    const passed = await both.ask(from(shop, bearer(token())));
    expect([passed.status, corsOf(passed)]).toEqual([200, allowing(shop)]);
    const preflight = await both.ask({ method: 'OPTIONS', ...from(shop, bearer(token())) });
    expect([preflight.status, corsOf(preflight)]).toEqual([204, allowing(shop)]);
    expect((await both.ask({ headers: [bearer(token())] })).status).toBe(200);
  });
});
