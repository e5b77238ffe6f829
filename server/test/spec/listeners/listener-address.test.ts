// Tests a listener's URL, methods and order of checks (spec/listeners §1).
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../harness/eventually.ts';
import {
  type BuiltStage,
  bearer,
  dataOf,
  evil,
  expectForbidden,
  expectMissing,
  expectNested,
  shop,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { build } = useListeners();
let stage: BuiltStage;
beforeAll(async () => {
  stage = await build();
});
const notFound = 'Item was not found.';

describe('URL and methods', () => {
  test('the path is two generated segments, each of 32 lower-case hex characters (spec/listeners §1.1)', async () => {
    expect(stage.path).toMatch(/^\/listener\/[0-9a-f]{32}\/[0-9a-f]{32}$/);
    const [, , first, second] = stage.path.split('/');
    expect(first).not.toBe(second);
  });

  test("a path that is unknown, partly right, swapped or another workspace's gets the same 404 (spec/listeners §1.1)", async () => {
    const other = await build();
    const [, , first, second] = stage.path.split('/');
    const [, , otherFirst, otherSecond] = other.path.split('/');
    const unknown = 'a'.repeat(32);
    for (const path of [
      `/listener/${unknown}/${unknown}`,
      `/listener/${first}/${unknown}`,
      `/listener/${unknown}/${second}`,
      `/listener/${second}/${first}`,
      `/listener/${first}/${otherSecond}`,
      `/listener/${otherFirst}/${second}`,
      other.path,
      stage.path.toUpperCase().replace('LISTENER', 'listener'),
      `${stage.path}/`,
      `${stage.path}/more`,
      `/listener/${first}`,
      '/listener',
    ]) {
      expectNested(await stage.ask({ path }), 404, notFound);
      expectNested(await stage.ask({ path, method: 'DELETE' }), 404, notFound);
    }
    expect(await other.countRuns()).toBe(0);
  });

  test('an unknown host gets 404 with the HTML page (spec/provisioning §1.2)', async () => {
    const answer = await stage.ask({ host: 'nobody.test' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test('GET, POST and PUT start the workflow; OPTIONS never does (spec/listeners §1.2)', async () => {
    const own = await build();
    for (const method of ['GET', 'POST', 'PUT']) expect((await own.ask({ method })).status).toBe(200);
    expect((await own.ask({ method: 'OPTIONS' })).status).toBe(204);
    expect(await own.countRuns()).toBe(3);
  });

  test.each(['HEAD', 'DELETE', 'PATCH'])(
    '%s gets 405 with a nested error and an Allow header (spec/listeners §1.2)',
    async (method) => {
      const answer = await stage.ask({ method });
      const allow = 'GET, POST, PUT, OPTIONS';
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
      if (method === 'HEAD') return;
      const message = `No route found for ${method} ${stage.path}: Method Not Allowed (Allow: ${allow})`;
      expectNested(answer, 405, message);
    },
  );

  test('the method is checked before the token (spec/listeners §1.3)', async () => {
    const { ask } = await build(signed);
    expect((await ask({ method: 'DELETE' })).status).toBe(405);
  });
});

describe('request headers and body', () => {
  test('Authorization or token, Origin and Content-Type are read (spec/listeners §3.1, §4.1, §6.1)', async () => {
    const { ask } = await build({ ...signed, allow_cors: true, cors_domains: shop });
    for (const header of [bearer(token()), `token: ${token()}`]) {
      const headers = [header, `Origin: ${shop}`, 'Content-Type: application/json'];
      expect(dataOf(await ask({ headers, body: '{"a":[1]}' })).a).toEqual([1]);
    }
  });

  test('the body is arbitrary JSON or form fields (spec/listeners §6.1)', async () => {
    const [type, body] = ['Content-Type: application/x-www-form-urlencoded', 'a=1&b=x+y'];
    expect(dataOf(await stage.ask({ headers: [type], body }))).toMatchObject({ a: '1', b: 'x y' });
  });
});

describe('the order of checks (spec/listeners §1.3)', () => {
  const broken = { headers: ['Content-Type: application/json'], body: '{"broken' };

  test('is token, origin, enabled, body, and a run starts only after all of them', async () => {
    const own = await build({ ...signed, allow_cors: true, cors_domains: shop });
    await own.save({ enabled: false });
    const send = (...headers: string[]) => own.ask({ ...broken, headers: [...broken.headers, ...headers] });
    expectMissing(await send(`Origin: ${evil}`));
    expectForbidden(await send(`Origin: ${evil}`, bearer(token())));
    expectNested(await send(`Origin: ${shop}`, bearer(token())), 404, 'Listener is switched off.');
    await own.save({ enabled: true });
    expectNested(await send(`Origin: ${shop}`, bearer(token())), 400);
    expect(await own.countRuns()).toBe(0);
    expect((await own.ask({ headers: [bearer(token())] })).status).toBe(200);
    expect(await own.countRuns()).toBe(1);
  });

  test('rejects a body only after the request has passed the checks with the current settings, not the cached ones', async () => {
    const own = await build(signed);
    const old = bearer(token());
    expect((await own.ask({ headers: [old] })).status).toBe(200);
    await own.save({ listener: { endpoint_secret: 'another-secret-0123456789' } });
    const answer = await own.ask({ ...broken, headers: [...broken.headers, old] });
    expect([answer.status, answer.text.slice(0, 41)]).toEqual([
      401,
      'Not authorized. Invalid or expired token.',
    ]);
  });

  test('ends before the enabled check for a successful preflight, but not for any other OPTIONS request', async () => {
    const own = await build({ allow_cors: true, cors_domains: shop });
    await own.save({ enabled: false });
    expect((await own.ask({ method: 'OPTIONS', headers: [`Origin: ${shop}`] })).status).toBe(204);
    expectNested(await own.ask({ method: 'OPTIONS' }), 404, 'Listener is switched off.');
  });

  test('ensures that the workflow does not run for a rejected request or a preflight', async () => {
    const own = await build({ ...signed, allow_cors: true, cors_domains: shop });
    await own.ask();
    await own.ask({ headers: [bearer('bad')] });
    await own.ask({ headers: [bearer(token({ iss: 'other' }))] });
    await own.ask({ headers: [bearer(token()), `Origin: ${evil}`] });
    await own.ask({ method: 'OPTIONS', headers: [bearer(token()), `Origin: ${shop}`] });
    expect(await own.countRuns()).toBe(0);
  });
});

describe('disabled listeners (spec/listeners §1.4)', () => {
  test('respond with 404 to valid requests, and accept the next request once the workflow is enabled', async () => {
    const own = await build();
    await own.save({ enabled: false });
    for (const method of ['GET', 'POST', 'PUT']) {
      expectNested(await own.ask({ method }), 404, 'Listener is switched off.');
    }
    await own.save({ enabled: true });
    expect((await own.ask()).status).toBe(200);
    expect(await own.countRuns()).toBe(1);
  });

  test('include listeners whose workflow owner is deactivated (spec/rest-api §7.4)', async () => {
    const own = await build();
    await own.switchOwner(false);
    expectNested(await own.ask(), 404, 'Listener is switched off.');
    await own.switchOwner(true);
    await eventually(async () => expect((await own.ask()).status).toBe(200));
  });
});
