// Tests the signed receipts of accepted deliveries, and how senders look them up (spec/listeners §11).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { claimsOf, isSignedWith, peekJws, readJws } from '../../../src/lib/crypto/jws.ts';
import { changing } from '../../harness/builders.ts';
import {
  type BuiltStage,
  bearer,
  corsOf,
  endpointKey,
  endpointSecret,
  expectNested,
  type ListenerRequest,
  shop,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { build, served } = useListeners();
const receipts = { ...signed, receipts: true };
const nothing = [{ name: 'nothing', type: 'set', values: { a: 1 } }];
const withKey = (key: string) => [bearer(token()), `Idempotency-Key: ${key}`];

const receiptOf = ({ headers }: Awaited<ReturnType<BuiltStage['ask']>>) => {
  const jws = readJws(headers.get('hark-receipt') ?? '');
  if (!jws) return expect.fail('The response has no receipt.');
  expect(isSignedWith(jws, endpointSecret)).toBe(true);
  return claimsOf(jws);
};

const lookUp = ({ ask, path }: BuiltStage, key: string, more: ListenerRequest = {}) =>
  ask({
    method: 'GET',
    headers: [bearer(token())],
    path: `${path}/receipts/${encodeURIComponent(key)}`,
    ...more,
  });

describe('the header Hark-Receipt (spec/listeners §11.2)', () => {
  test('describes an accepted delivery, signed with the secret', async () => {
    const { ask, workspace } = await build(receipts, nothing);
    const body = '{"a": 1}';
    const before = Math.floor(Date.now() / 1000);
    const answer = await ask({ headers: withKey('d/1'), body });
    expect(peekJws(answer.headers.get('hark-receipt') ?? '').header).toEqual({
      typ: 'hark-receipt+jwt',
      alg: 'HS256',
    });
    const claims = receiptOf(answer);
    expect(claims).toEqual({
      iss: workspace.baseUrl,
      aud: endpointKey,
      sub: answer.headers.get('x-run-id'),
      jti: 'd/1',
      iat: expect.any(Number),
      body_sha256: createHash('sha256').update(body).digest('hex'),
    });
    expect(claims?.iat).toBeGreaterThanOrEqual(before);
    // A repeat gets a receipt for the first body, because its own isn't stored.
    const repeat = receiptOf(await ask({ headers: withKey('d/1'), body: '{"a": 2}' }));
    expect([repeat?.sub, repeat?.body_sha256]).toEqual([claims?.sub, claims?.body_sha256]);
    const plain = await ask({ headers: [bearer(token())] });
    expect(receiptOf(plain)?.jti).toBe(plain.headers.get('x-run-id'));
  });

  test('is verified by the program in docs/receipts.md', async () => {
    const [, program = ''] = /^```js\n(.*?)^```/ms.exec(readFileSync('docs/receipts.md', 'utf8')) ?? [];
    const { verifyReceipt } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
    const { ask } = await build(receipts, nothing);
    const body = '{"order": 4711}';
    const answer = await ask({ headers: withKey('order-4711'), body });
    const receipt = answer.headers.get('hark-receipt') ?? '';
    expect(verifyReceipt(receipt, endpointSecret, body)).toMatchObject({ jti: 'order-4711' });
    expect(() => verifyReceipt(receipt, endpointSecret, '{"order": 4712}')).toThrow('another body');
    expect(() => verifyReceipt(receipt, 'another secret', body)).toThrow('signature');
  });

  test('is missing from rejections and other statuses', async () => {
    const { ask } = await build(receipts, nothing);
    const json = ['Content-Type: application/json', bearer(token())];
    expect((await ask({ headers: json, body: '{' })).headers.get('hark-receipt')).toBeUndefined();
    const steps = [{ name: 'reply', type: 'respond', status: '{{ __data.status }}', body: 'x' }];
    const waiting = await build({ ...receipts, respond_with: 'workflow' }, steps);
    const reply = async (status: number) =>
      waiting.ask({ method: 'GET', query: `status=${status}`, headers: [bearer(token())] });
    expect((await reply(418)).headers.get('hark-receipt')).toBeUndefined();
    expect(receiptOf(await reply(200))).toMatchObject({ aud: endpointKey });
  });

  test('is never accepted as a token', async () => {
    const stage = await build({ ...receipts, endpoint_key: '{{ workspace.base_url }}' }, nothing);
    const iss = stage.workspace.baseUrl;
    const answer = await stage.ask({ headers: [bearer(token({ iss }))] });
    const receipt = answer.headers.get('hark-receipt') ?? '';
    expect(receiptOf(answer)).toMatchObject({ iss, aud: iss });
    expect((await stage.ask({ headers: [bearer(receipt)] })).status).toBe(401);
    expect(await stage.countRuns()).toBe(1);
  });
});

describe('looking up a receipt (spec/listeners §11.3)', () => {
  test('returns the status of the run by the delivery key or the run ID, and nothing else', async () => {
    const stage = await build(receipts, nothing);
    for (const key of ['d/2 %', 'zürich']) {
      const run =
        (await stage.ask({ headers: withKey(key), body: 'a=CANARY' })).headers.get('x-run-id') ?? '';
      const answer = await lookUp(stage, key);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        200,
        {
          receipt: {
            key,
            run_id: run,
            received_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
            status: expect.stringMatching(/^(queued|running|succeeded)$/),
          },
        },
      ]);
      expect(JSON.parse((await lookUp(stage, run)).text).receipt).toMatchObject({ key: run, run_id: run });
    }
    const head = await lookUp(stage, 'zürich', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(await stage.countRuns()).toBe(2);
  });

  test("doesn't find unknown deliveries or those of another listener, in this workspace or another", async () => {
    const stage = await build(receipts, nothing);
    const run = (await stage.ask({ headers: withKey('mine') })).headers.get('x-run-id') ?? '';
    const { listener } = await changing(served.current.context, stage.workspace.id, (change) =>
      saveWorkflow(change, { name: 'Other', owner: stage.owner, listener: receipts, steps: nothing }),
    );
    const neighbor = { ...stage, path: `/listener/${listener.firstHash}/${listener.secondHash}` };
    for (const other of [neighbor, await build(receipts, nothing)]) {
      for (const key of ['mine', run, 'nothing', crypto.randomUUID(), "'"])
        expectNested(await lookUp(other, key), 404, 'Item was not found.');
    }
    // The neighbor uses the same key for its own delivery.
    const second = await stage.ask({ headers: withKey('mine'), path: neighbor.path });
    expect(JSON.parse((await lookUp(neighbor, 'mine')).text).receipt.run_id).toBe(
      second.headers.get('x-run-id'),
    );
    expect(JSON.parse((await lookUp(stage, 'mine')).text).receipt.run_id).toBe(run);
  });

  test('accepts only GET and HEAD, sends no CORS headers, and works while the listener is disabled', async () => {
    const stage = await build({ ...receipts, allow_cors: true, cors_domains: shop }, nothing);
    await stage.ask({ headers: [...withKey('one'), `Origin: ${shop}`] });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await lookUp(stage, 'one', { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    await stage.switchOwner(false);
    const answer = await lookUp(stage, 'one', { headers: [bearer(token()), `Origin: ${shop}`] });
    expect([answer.status, corsOf(answer), answer.headers.get('vary')]).toEqual([200, {}, undefined]);
  });

  test("counts toward the listener's limit", async () => {
    const stage = await build(receipts, nothing);
    await stage.ask({ headers: withKey('one') });
    await changing(served.current.context, stage.workspace.id, (change) =>
      changeSettings(change, { listener_limit_per_second: 1 }),
    );
    const statuses = [];
    for (let index = 0; index < 20; index++) statuses.push((await lookUp(stage, 'one')).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
