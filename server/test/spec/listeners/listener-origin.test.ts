// Tests the CORS check rule by rule (spec/listeners §4).
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
const methods = ['GET', 'POST', 'PUT'];

describe('the CORS check runs only (spec/listeners §4.1)', () => {
  test('when allow_cors is on', async () => {
    const { ask } = await build({ cors_domains: shop });
    expect((await ask(from(evil))).status).toBe(200);
  });

  test('when the request has an Origin', async () => {
    const answer = await listed.ask();
    expect([answer.status, corsOf(answer)]).toEqual([200, {}]);
  });

  test("when the Origin differs from the service's own host, as stored in the base URL", async () => {
    const answer = await listed.ask(from(listed.workspace.baseUrl));
    expect([answer.status, corsOf(answer)]).toEqual([200, {}]);
    const { baseUrl } = both.workspace;
    expectForbidden(await listed.ask(from(baseUrl, `X-Forwarded-Host: ${new URL(baseUrl).host}`)));
  });
});

describe('the origin comparison (spec/listeners §4.2)', () => {
  test('ignores white space around origins', async () => {
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
  ])('requires the same scheme, host and port, so %s is rejected', async (origin) => {
    for (const method of [...methods, 'OPTIONS'])
      expectForbidden(await listed.ask({ method, ...from(origin) }));
  });

  test('rejects an empty or repeated Origin even if the list is *', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: '*' });
    expectForbidden(await ask({ headers: ['Origin:'] }));
    expectForbidden(await ask({ headers: [`Origin: ${shop}`, `Origin: ${evil}`] }));
  });
});

describe('an allowed origin (spec/listeners §4.3)', () => {
  test.each(methods)(
    'gets the four CORS headers in the response to %s, with the origin echoed',
    async (method) => {
      const answer = await listed.ask({ method, ...from(shop) });
      expect([answer.status, corsOf(answer)]).toEqual([200, allowing(shop)]);
    },
  );

  test('is echoed even if the list is *', async () => {
    const { ask } = await build({ allow_cors: true, cors_domains: '*' });
    expect(corsOf(await ask(from(evil)))).toEqual(allowing(evil));
  });

  test('gets the CORS headers even if the body is malformed or the listener is disabled', async () => {
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

test('an origin that is not allowed gets 403 with an empty body and starts no run (spec/listeners §4.2, §5.1)', async () => {
  const stage = await build(domains);
  for (const method of [...methods, 'OPTIONS']) expectForbidden(await stage.ask({ method, ...from(evil) }));
  expect(await stage.countRuns()).toBe(0);
});

describe('a preflight (spec/listeners §4.4)', () => {
  test.each([[[]], [['Access-Control-Request-Method: POST']], [['Access-Control-Request-Headers: x-a']]])(
    'from an allowed origin gets 204 with the four CORS headers and no body, and starts no run, with %j',
    async (more) => {
      const stage = await build(domains);
      const answer = await stage.ask({ method: 'OPTIONS', ...from(shop, ...more) });
      expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', allowing(shop)]);
      expect(await stage.countRuns()).toBe(0);
    },
  );

  test('an OPTIONS request that the check does not cover gets 204 with Allow and no CORS header, and starts no run (spec/listeners §4.6)', async () => {
    const off = await build();
    const answers = [
      await listed.ask({ method: 'OPTIONS' }),
      await listed.ask({ method: 'OPTIONS', ...from(listed.workspace.baseUrl) }),
      await off.ask({ method: 'OPTIONS', ...from(shop) }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', {}]);
      expect(answer.headers.get('allow')).toBe('GET, POST, PUT, OPTIONS');
    }
    expect(await off.countRuns()).toBe(0);
  });
});

describe('Vary: Origin is on every response of a listener with allow_cors (spec/listeners §4.3)', () => {
  test.each([
    ['200 to an allowed origin', 200, () => listed.ask(from(shop))],
    ['200 without Origin', 200, () => listed.ask()],
    ['204 for a preflight', 204, () => listed.ask({ method: 'OPTIONS', ...from(shop) })],
    ['204 for an uncovered OPTIONS', 204, () => listed.ask({ method: 'OPTIONS' })],
    ['403 for a rejected origin', 403, () => listed.ask(from(evil))],
    [
      '400 for a malformed body',
      400,
      () => listed.ask({ headers: ['Content-Type: application/json'], body: '{"' }),
    ],
    ['403 for a missing token', 403, () => both.ask()],
    ['401 for a bad token', 401, () => both.ask({ headers: [bearer('bad')] })],
    ['405 for PATCH', 405, () => listed.ask({ method: 'PATCH' })],
    ['405 for HEAD', 405, () => listed.ask({ method: 'HEAD', ...from(shop) })],
  ])('%s', async (_, status, request) => {
    const answer = await request();
    expect([answer.status, answer.headers.get('vary')]).toEqual([status, 'Origin']);
  });
});

describe('with both checks on (spec/listeners §4.5)', () => {
  test('a browser preflight has no token and gets 403, so the actual request is never sent', async () => {
    expectMissing(
      await both.ask({ method: 'OPTIONS', ...from(shop, 'Access-Control-Request-Method: POST') }),
    );
  });

  test('the token check runs first, so its rejections reveal nothing about the origin', async () => {
    expectMissing(await both.ask(from(evil)));
    expectInvalid(await both.ask(from(evil, bearer('bad'))), 'bad');
    expectInvalid(await both.ask(from(shop, bearer('bad'))), 'bad');
  });

  test('a request with a valid token is accepted only from an allowed origin', async () => {
    expectForbidden(await both.ask(from(evil, bearer(token()))));
    const passed = await both.ask(from(shop, bearer(token())));
    expect([passed.status, corsOf(passed)]).toEqual([200, allowing(shop)]);
    const preflight = await both.ask({ method: 'OPTIONS', ...from(shop, bearer(token())) });
    expect([preflight.status, corsOf(preflight)]).toEqual([204, allowing(shop)]);
    expect((await both.ask({ headers: [bearer(token())] })).status).toBe(200);
  });
});
