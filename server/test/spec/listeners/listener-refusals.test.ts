// Tests each row of the table of listener rejections, and what is recorded about them (spec/listeners §5).
import { beforeAll, describe, expect, test } from 'vitest';
import { listRefused } from '../../../src/core/listeners/index.ts';
import { requireWorkflow } from '../../../src/core/workflows/index.ts';
import { eventually } from '../../harness/eventually.ts';
import {
  allowing,
  type BuiltStage,
  bearer,
  corsOf,
  evil,
  expectForbidden,
  expectInvalid,
  expectMissing,
  expectWrongKey,
  nowSeconds,
  shop,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { served, build } = useListeners();
let stage: BuiltStage;
let open: BuiltStage;
beforeAll(async () => {
  stage = await build({ ...signed, allow_cors: true, cors_domains: shop });
  open = await build({ allow_cors: true, cors_domains: shop });
});

describe('rejections (spec/listeners §5.1)', () => {
  test('a request without Authorization or token gets 403, even a preflight', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) expectMissing(await stage.ask({ method }));
    expectMissing(await stage.ask({ method: 'OPTIONS', headers: [`Origin: ${shop}`] }));
  });

  test.each([
    ["can't be decoded", () => 'bad'],
    ['has a wrong signature', () => token({}, { by: 'wrong' })],
    ['is expired', () => token({ exp: nowSeconds() - 61 })],
    ['is not yet valid', () => token({ nbf: nowSeconds() + 120 })],
  ])('a token that %s gets 401 and is echoed', async (_, createToken) => {
    const sent = createToken();
    for (const header of ['Authorization: Bearer ', 'Authorization: ', 'token: bearer ', 'token: ']) {
      expectInvalid(await stage.ask({ headers: [`${header}${sent}`] }), sent);
    }
  });

  test('a valid token with a different iss gets 401 and is echoed', async () => {
    const sent = token({ iss: 'other' });
    expectWrongKey(await stage.ask({ headers: [bearer(sent)] }), sent);
  });

  test('a foreign Origin that is not in cors_domains gets 403 with an empty body', async () => {
    expectForbidden(await open.ask({ headers: [`Origin: ${evil}`] }));
  });

  test('a successful preflight gets 204 with CORS headers and an empty body (spec/listeners §4.4)', async () => {
    const answer = await open.ask({ method: 'OPTIONS', headers: [`Origin: ${shop}`] });
    expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', allowing(shop)]);
  });
});

test('no part of the body is parsed if a check failed (spec/listeners §1.3)', async () => {
  const broken = { body: '{"broken' };
  const json = 'Content-Type: application/json';
  expectMissing(await stage.ask({ ...broken, headers: [json] }));
  expectInvalid(await stage.ask({ ...broken, headers: [json, bearer('bad')] }), 'bad');
  expectForbidden(await open.ask({ ...broken, headers: [json, `Origin: ${evil}`] }));
});

describe('the request inspector (spec/listeners §5.4)', () => {
  const inspected = async ({ workspace, workflow }: BuiltStage) => {
    const { context } = served.current;
    const { id } = await requireWorkflow(context, workspace.id, workflow);
    return listRefused(context, workspace.id, id, 100);
  };

  test('keeps time, reason, IP address and header names, but no token, cookie, credential or body', async () => {
    const own = await build(signed);
    const [secretPart, cookie] = ['tOkEnCaNaRy', 'cOoKiEcAnArY'];
    const headers = [
      bearer(secretPart),
      `Cookie: a=${cookie}`,
      'X-Shop: 7',
      'x-shop: 8',
      'Content-Type: text/plain',
    ];
    expectInvalid(await own.ask({ headers, body: 'bOdYcAnArY', query: 'apikey=qUeRyCaNaRy' }), secretPart);
    const requests = await eventually(async () => {
      const found = await inspected(own);
      return found.length > 0 && found;
    });
    expect(requests).toEqual([
      {
        at: expect.any(Date),
        method: 'POST',
        reason: 'invalid_or_expired',
        address: '127.0.0.1',
        header_names: [
          'host',
          'connection',
          'authorization',
          'cookie',
          'x-shop',
          'content-type',
          'content-length',
        ],
      },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/canary/i);
    expect(await own.countRuns()).toBe(0);
  });

  test('has one entry for each rejection reason', async () => {
    const own = await build({ ...signed, allow_cors: true, cors_domains: shop });
    await own.ask();
    await own.ask({ headers: [bearer('bad')] });
    await own.ask({ headers: [bearer(token({ iss: 'other' }))] });
    await own.ask({ headers: [bearer(token()), `Origin: ${evil}`] });
    const reasons = ['missing_token', 'invalid_or_expired', 'invalid_key', 'origin_not_allowed'];
    await eventually(async () => {
      expect((await inspected(own)).map(({ reason }) => reason).sort()).toEqual(reasons.sort());
    });
  });

  test('keeps a bounded number of entries', async () => {
    const own = await build(signed);
    await Promise.all(Array.from({ length: 60 }, () => own.ask()));
    await eventually(async () => expect((await inspected(own)).length).toBeGreaterThan(0));
    expect((await inspected(own)).length).toBeLessThanOrEqual(100);
  });
});
