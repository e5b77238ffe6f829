// Over a bad connection every request is carried out exactly once. The tests count the leads in the workspace to verify it.
import { expect, test } from 'vitest';
import { delayOf } from '../../../client/src/retry.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { changing } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { useClients } from './client-stage.ts';
import type { Mishap } from './unsteady-front.ts';

const database = useTestDatabase();
const openClient = useClients(database);

const busy: Mishap = {
  status: 503,
  headers: { 'retry-after': '0' },
  body: `{"error":{"code":503,"message":"The database isn't responding. Try again shortly."}}`,
};
const tooMany: Mishap = { ...busy, status: 429 };
const mishaps: [string, Mishap[]][] = [
  ['the connection fails at first', ['refuse', 'refuse', 'refuse']],
  ['the responses are lost', ['lose-answer', 'lose-answer', 'lose-answer']],
  ['a response is cut off in the middle', ['cut-answer', 'pass']],
  ['the server is busy, then rate limited', [busy, tooMany, { status: 502 }]],
];

test.each(mishaps)('a lead is created once and edited once although %s', async (_, given) => {
  const { hark, front } = await openClient({ mishaps: [...given] });
  const lead = await hark.leads.create({ first_name: 'Lea' });
  expect(front.arrived.length).toBeGreaterThan(1);
  const keys = new Set(front.arrived.map(({ headers }) => headers['idempotency-key']));
  expect([keys.size, [...keys][0]]).toEqual([1, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect((await hark.leads.list()).total).toBe(1);

  const { hark: again, front: line, caller } = await openClient({ mishaps: ['pass', ...given] });
  const { id } = await again.leads.create({ first_name: 'Ada' });
  await again.leads.update(id, { city: 'Bern' });
  expect(line.arrived.length).toBeGreaterThan(2);
  const { json } = await caller.ask('GET', `/api/leads/${id}/history`);
  expect([lead.first_name, json.total]).toEqual(['Lea', '2']);
});

test.each(mishaps)('a batch of ten creates ten leads although %s', async (_, given) => {
  const { hark } = await openClient({ mishaps: [...given] });
  const results = await hark.leads.createMany(Array.from({ length: 10 }, (_, score) => ({ score })));
  expect([results.length, (await hark.leads.list()).total]).toEqual([10, 10]);
});

test.each(mishaps)('lists, searches and upserts succeed although %s', async (_, given) => {
  const { hark } = await openClient({ mishaps: ['pass', ...given] });
  await hark.leads.create({ email: 'lea@example.test' });
  expect((await hark.leads.search({ filters: [] })).total).toBe(1);
  const { hark: other } = await openClient({ mishaps: [...given] });
  expect(await other.leads.upsert({ email: 'ada@example.test' })).toMatchObject({ isCreated: true });
  expect((await other.leads.list()).total).toBe(1);
});

test('deleting a lead succeeds if an earlier attempt deleted it but its response was lost, and fails if the lead never existed', async () => {
  const { hark, front } = await openClient({ mishaps: ['pass', 'lose-answer'] });
  const { id } = await hark.leads.create({});
  await hark.leads.delete(id);
  expect(front.arrived.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'DELETE']);
  await expect(hark.leads.delete(id)).rejects.toMatchObject({ code: 'not_found' });
  const { hark: limited } = await openClient({ mishaps: [tooMany] });
  await expect(limited.leads.delete(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('an attempt that takes too long is aborted and retried, and a caller can abort without waiting', async () => {
  const { hark, front } = await openClient({ mishaps: ['hang', 'pass', 'hang'], timeoutMs: 2_000 });
  await hark.leads.create({});
  expect(front.arrived).toHaveLength(2);
  const leaving = new AbortController();
  const left = hark.leads.create({}, { signal: leaving.signal });
  setTimeout(() => leaving.abort(new Error('enough')), 50);
  await expect(left).rejects.toMatchObject({
    code: 'aborted',
    isRetryable: false,
    cause: { message: 'enough' },
  });
  expect(front.arrived).toHaveLength(3);
  await expect(hark.me({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  expect(front.arrived).toHaveLength(3);
});

test('an abort during the wait before a retry takes effect immediately', async () => {
  const later: Mishap = { ...busy, headers: { 'retry-after': '2' } };
  const { hark, front } = await openClient({ mishaps: [later], retry: { maxDelayMs: 5_000 } });
  const startedAt = performance.now();
  await expect(hark.me({ signal: AbortSignal.timeout(100) })).rejects.toMatchObject({ code: 'aborted' });
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(front.arrived).toHaveLength(1);
});

test('permanent errors are not retried, and the number of attempts is limited', async () => {
  const refused = await openClient();
  await expect(refused.hark.leads.create({ email: 'no address' })).rejects.toMatchObject({
    code: 'invalid_value',
    field: 'email',
  });
  expect(refused.front.arrived).toHaveLength(1);
  const dead = await openClient({ mishaps: Array.from({ length: 9 }, () => busy) });
  await expect(dead.hark.me()).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    isRetryable: true,
    retryAfterSeconds: 0,
  });
  expect(dead.front.arrived).toHaveLength(4);
  const once = await openClient({ mishaps: [busy], retry: { attempts: 1 } });
  await expect(once.hark.me()).rejects.toMatchObject({ code: 'unavailable' });
  expect(once.front.arrived).toHaveLength(1);
});

test('a conflict is retried only if it passes (spec/rest-api §3.5)', async () => {
  const inFlight: Mishap = {
    status: 409,
    headers: { 'hark-error': 'in_flight' },
    body: '{"error":{"code":409,"message":"Another request with this Idempotency-Key is still in progress."}}',
  };
  const { hark, front } = await openClient({ mishaps: [inFlight] });
  const lead = await hark.leads.create({});
  expect([lead.id, front.arrived.length]).toEqual([expect.any(Number), 2]);
  const { id } = await hark.me();
  front.arrived.length = 0;
  await expect(hark.users.delete(id)).rejects.toMatchObject({
    code: 'own_account',
    status: 409,
    isRetryable: false,
  });
  expect(front.arrived).toHaveLength(1);
});

test('the client waits for Retry-After, but reports an error if that wait would be too long', async () => {
  const oneSecond: Mishap = { ...tooMany, headers: { 'retry-after': '1' } };
  const { hark } = await openClient({ mishaps: [oneSecond] });
  const startedAt = performance.now();
  await hark.me();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);
  const long: Mishap = { ...tooMany, headers: { 'retry-after': '3600' } };
  const { hark: other, front } = await openClient({ mishaps: [long] });
  await expect(other.me()).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 3_600,
    isRetryable: true,
  });
  expect(front.arrived).toHaveLength(1);
});

test('delays double up to the maximum, and half of each delay is random', () => {
  const policy = { attempts: 9, firstDelayMs: 100, maxDelayMs: 1_000 };
  const waits = (random: number) =>
    [1, 2, 3, 4, 5, 6].map((tried) => delayOf(policy, tried, undefined, random));
  expect(waits(0)).toEqual([50, 100, 200, 400, 500, 500]);
  expect(waits(1)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect([delayOf(policy, 1, 0.5, 1), delayOf(policy, 1, 2, 0)]).toEqual([600, 2_000]);
});

test("retries succeed when a workspace's real rate limit is reached", async () => {
  const { hark, workspace, front } = await openClient({ retry: { attempts: 8 } });
  await changing(database.current.context, workspace.id, (change) =>
    changeSettings(change, { rate_limit_per_minute: 120, rate_limit_burst: 3 }),
  );
  await Promise.all(Array.from({ length: 6 }, (_, score) => hark.leads.create({ score })));
  expect(front.arrived.length).toBeGreaterThan(6);
  expect((await hark.leads.list()).total).toBe(6);
});
