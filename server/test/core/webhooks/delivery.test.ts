// Deliveries of events to webhooks (spec/events §4).
import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeChange } from '../../../src/core/audit/index.ts';
import { createLead } from '../../../src/core/leads/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { planNextAttempt } from '../../../src/core/webhooks/deliver/retry-plan.ts';
import {
  changeWebhook,
  disableFailing,
  notifyDisabled,
  purgeWebhookDeliveries,
  removeWebhook,
  replayEvents,
  rotateWebhookSecret,
  testWebhook,
} from '../../../src/core/webhooks/index.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import type { Egress } from '../../../src/lib/egress/egress.ts';
import type { RunId } from '../../../src/lib/ids.ts';
import { createMailer } from '../../../src/lib/mail.ts';
import { buildUser, changing, testActor } from '../../harness/builders.ts';
import { eventually } from '../../harness/eventually.ts';
import { startMailServer } from '../../harness/servers/mail-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, startReceiver, verify } from './stage.ts';

const database = useTestDatabase();
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

async function stageWith(respond?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(respond);
  const stage = await buildStage(database.current, [receiver.place]);
  return { receiver, ...stage, addHook: (values = {}) => stage.add({ url: receiver.url, ...values }) };
}

test('a delivery is one level deeper than the run that caused the event (spec/events §4.1)', async () => {
  const { receiver, workspace, addHook, change, deliver, outcomes } = await stageWith();
  await addHook();
  const run = '019b0000-0000-7000-8000-000000000001' as RunId;
  await database.current.query(
    `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, is_awaited, input, depth)
         values ($1, $2, 1, 1, 'running', now(), false, '{}', 3)`,
    [workspace.id, run],
  );
  const means = { type: 'workflow', id: 1, name: 'Flow', run } as const;
  await change((inside) => createLead(inside, {}), { actor: { ...testActor, means } });
  await deliver();
  expect(receiver.received[0]?.headers['hark-depth']).toBe('4');
  expect(outcomes).toEqual(['done']);
});

describe('a failed attempt', () => {
  test('is repeated at the times of the schedule, each up to a fifth later, for 72 hours (spec/events §4.3)', () => {
    const firstAttemptAt = new Date('2026-11-30T00:00:00Z');
    const planned = (failed: number, random: number, now = firstAttemptAt, retryAfterMs?: number) => {
      const at = planNextAttempt({ firstAttemptAt, failed, retryAfterMs, now, random: () => random });
      return at && at.getTime() - now.getTime();
    };
    const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour];
    expect(pauses.map((_, index) => planned(index + 1, 0))).toEqual(pauses);
    expect(pauses.map((_, index) => planned(index + 1, 1))).toEqual(pauses.map((pause) => pause * 1.2));
    const late = (hours: number) => new Date(firstAttemptAt.getTime() + hours * hour);
    expect(planned(9, 0, late(60))).toBe(12 * hour);
    expect(planned(9, 0, late(60.1))).toBeUndefined();
    expect(planned(1, 0, firstAttemptAt, minute)).toBe(minute);
    expect(planned(2, 0, firstAttemptAt, second)).toBe(5 * minute);
    expect(planned(1, 0, firstAttemptAt, 48 * hour)).toBe(12 * hour + 5 * second);
  });

  test('waits at least as long as Retry-After says (spec/events §4.3)', async () => {
    const { receiver, addHook, lead, deliver, move } = await stageWith((count) =>
      count === 1 ? { status: 503, headers: { 'Retry-After': '120' } } : {},
    );
    await addHook();
    await lead();
    await deliver();
    move(119 * second);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    move(2 * second);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });
});

describe('one worker', () => {
  test('sends to other webhooks while one hangs, with at most 10 attempts (spec/events §4.2, spec/limits §5)', async () => {
    const hanging = await startReceiver(() => 'hang');
    const receiver = await startReceiver();
    const stage = await buildStage(database.current, [hanging.place, receiver.place]);
    await stage.add({ name: 'Hanging', url: hanging.url });
    await stage.add({ name: 'Working', url: receiver.url });
    for (let count = 0; count < 30; count++) await stage.lead();
    await stage.relay();
    const worker = stage.worker();
    await eventually(async () => {
      await worker.deliverDue();
      return receiver.received.length === 30;
    });
    expect(hanging.received.length).toBe(10);
  });

  test('that stops midway loses nothing: its deliveries are due again when the lease ends', async () => {
    const { receiver, addHook, lead, relay, worker, deliver, move, deliveries } = await stageWith();
    const { id } = await addHook();
    for (let count = 0; count < 5; count++) await lead();
    await relay();
    const stopped: Egress = () => new Promise(() => {});
    expect(await worker(stopped).deliverDue()).toBe(5);
    await nextTick();
    await deliver();
    expect(receiver.received).toHaveLength(0);
    move(61 * second);
    await deliver();
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(5);
    expect((await deliveries(id)).every(({ status }) => status === 'succeeded')).toBe(true);
  });

  test('and another one share the work: no delivery is sent by both', async () => {
    const { receiver, addHook, lead, relay, worker } = await stageWith();
    await addHook();
    for (let count = 0; count < 40; count++) await lead();
    await relay();
    const workers = [worker(), worker()];
    await eventually(async () => {
      await Promise.all(workers.map((one) => one.deliverDue()));
      return receiver.received.length >= 40;
    });
    await Promise.all(workers.map((one) => one.finish()));
    const ids = receiver.received.map(({ json }) => json.id);
    expect(new Set(ids).size).toBe(40);
    expect(ids).toHaveLength(40);
  });

  test('records nothing for a webhook that was disabled or deleted in the meantime (spec/events §4.4)', async () => {
    const { context, workspace, addHook, lead, relay, worker, deliveries } = await stageWith();
    const [kept, gone] = [await addHook(), await addHook({ name: 'Gone' })];
    await lead();
    await relay();
    let respond: () => void = () => {};
    const responded = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const slow: Egress = async () => {
      await responded;
      return { status: 500, headers: {}, body: Buffer.alloc(0) };
    };
    const one = worker(slow);
    expect(await one.deliverDue()).toBe(2);
    await changing(context, workspace.id, async (change) => {
      await changeWebhook(change, kept.id, { active: false });
      await removeWebhook(change, gone.id);
    });
    respond();
    await one.finish();
    expect(await deliveries(kept.id)).toMatchObject([{ status: 'failed', attempts: [] }]);
    await expect(deliveries(gone.id)).rejects.toThrow('Item was not found.');
  });
});

test('a webhook that fails is disabled after 72 hours of failures, and the active administrators get an email (spec/events §4.4)', async () => {
  const { context, upkeep, workspace, addHook, lead, deliver, move, read, deliveries } = await stageWith(
    () => ({ status: 500 }),
  );
  await changing(context, workspace.id, (change) => saveRole(change, { name: 'Admins', isAdmin: true }));
  const admin = await buildUser(context, workspace.id, { role: 'Admins' });
  await buildUser(context, workspace.id, { role: 'Admins', active: false });
  await buildUser(context, workspace.id);
  const { id } = await addHook({ name: 'Warehouse\n\nSouth' });
  await lead();
  await deliver();
  for (let hours = 0; hours < 71; hours += 2) {
    move(2 * hour);
    await deliver();
  }
  move(-hour);
  expect(await disableFailing(upkeep, context)).toEqual([]);
  const [delivery] = await deliveries(id);
  expect(delivery?.attempts.length).toBeGreaterThanOrEqual(8);
  move(hour);
  await lead();
  await deliver();
  expect(await disableFailing(upkeep, context)).toEqual([{ workspace: workspace.id, webhook: id }]);
  expect(await read(id)).toMatchObject({ active: false, disabledReason: 'failing' });
  expect((await deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);

  const mail = await startMailServer({ refuse: [{ code: 451, at: 'recipient' }] });
  const mailer = createMailer({ url: new Secret(mail.url), from: 'hark@acme.test' });
  expect(await notifyDisabled(upkeep, context, mailer)).toMatchObject([{ outcome: 'later' }]);
  expect(await notifyDisabled(upkeep, context, mailer)).toMatchObject([{ webhook: id, outcome: 'told' }]);
  expect(await notifyDisabled(upkeep, context, mailer)).toEqual([]);
  expect(mail.arrived.map(({ to }) => to)).toEqual([[admin.email]]);
  expect(mail.arrived[0]?.raw).toContain('Hark disabled the webhook "Warehouse South"');
});

test('a secret signs together with the previous one for 24 hours after a rotation (spec/events §4.5)', async () => {
  const { context, workspace, receiver, addHook, lead, deliver, move } = await stageWith();
  const first = await addHook();
  const rotate = () => changing(context, workspace.id, (change) => rotateWebhookSecret(change, first.id));
  const next = async () => {
    await lead();
    await deliver();
    const request = receiver.received.at(-1);
    if (!request) throw new Error('nothing was received');
    return request;
  };
  const second = await rotate();
  const overlapping = await next();
  verify(overlapping, first.secret);
  verify(overlapping, second.secret);
  const third = await rotate();
  const request = await next();
  expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(2);
  verify(request, second.secret);
  verify(request, third.secret);
  expect(() => verify(request, first.secret)).toThrow();
  move(24 * hour);
  const [, signature] = String((await next()).headers['webhook-signature']).split(' ');
  expect(signature).toBeUndefined();
});

test('a test event is sent once, also while the webhook is off, and changes nothing (spec/events §4.6)', async () => {
  const { context, workspace, receiver, addHook, deliver, move, read, deliveries } = await stageWith(() => ({
    status: 410,
  }));
  const { id } = await addHook();
  const sendTest = () => changing(context, workspace.id, (change) => testWebhook(change, id));
  await sendTest();
  await deliver();
  expect(await read(id)).toMatchObject({ active: true, failingSince: null });
  await changing(context, workspace.id, (change) => changeWebhook(change, id, { active: false }));
  const delivery = await sendTest();
  await deliver();
  move(hour);
  await deliver();
  expect(receiver.received.map(({ json }) => [json.type, json.data])).toEqual([
    ['webhook.test', {}],
    ['webhook.test', {}],
  ]);
  const [newest] = await deliveries(id);
  expect(newest).toMatchObject({ id: String(delivery), type: 'webhook.test', status: 'failed' });
});

test('a replay of a period stops after 10,000 events', async () => {
  const { context, workspace, addHook, lead, relay } = await stageWith();
  const { id } = await addHook({ types: ['lead.created'] });
  await lead();
  await relay();
  await database.current.query(
    `insert into events (workspace_id, uid, type, at, position, starts_triggers, lead_id, lead, field_set, data)
         select workspace_id, gen_random_uuid(), type, at, position + number, true, lead_id, lead, field_set, data
         from events, generate_series(1, 10200) number where workspace_id = $1`,
    [workspace.id],
  );
  const replayed = await makeChange(context, workspace.id, testActor, (change) =>
    replayEvents(change, id, { from: new Date(0), to: undefined }),
  );
  expect(replayed).toBe(10_000);
});

test('deliveries are deleted after 30 days (spec/events §4.6)', async () => {
  const { context, upkeep, addHook, lead, deliver, move, deliveries } = await stageWith();
  const { id } = await addHook();
  await lead();
  await deliver();
  move(29 * 24 * hour);
  await purgeWebhookDeliveries(upkeep, context.clock);
  expect(await deliveries(id)).toHaveLength(1);
  move(25 * hour);
  await purgeWebhookDeliveries(upkeep, context.clock);
  expect(await deliveries(id)).toHaveLength(0);
});
