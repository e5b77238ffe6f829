// Manages webhooks and their deliveries in the console (spec/events §3 and §4).
import { expect, test } from 'vitest';
import { buildStage, startReceiver, verify } from '../../core/webhooks/stage.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import { useSignIn } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const stage = useSignIn(database);
const values = { name: 'Warehouse', url: 'https://hook.example.test/', types: ['lead.created'] };

async function scene(respond?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(respond);
  const sender = await buildStage(database.current, [receiver.place]);
  const admin = await buildCaller(stage, sender.workspace, { isAdmin: true }, 'Ada Admin');
  const create = async (more: object = {}) => {
    const { status, json } = await admin.ask('POST', '/webhooks', { ...values, url: receiver.url, ...more });
    expect(status).toBe(200);
    return { path: `/webhooks/${json.id}`, ...json };
  };
  return { ...sender, receiver, admin, create };
}

test('the secret is shown when it is created and when it is rotated, and never again', async () => {
  const { admin, create } = await scene();
  const { path, secret } = await create();
  expect(secret).toMatch(/^whsec_/);
  const rotated = await admin.ask('POST', `${path}/rotate`);
  expect(rotated.json.secret).toMatch(/^whsec_/);
  expect(rotated.json.secret).not.toBe(secret);
  for (const read of ['/webhooks', path, `${path}/deliveries`, '/audit']) {
    const { status, text } = await admin.ask('GET', read);
    expect([status, text.includes('whsec_')], read).toEqual([200, false]);
  }
});

test('a webhook can be changed and deleted', async () => {
  const { admin, create } = await scene();
  const { path } = await create();
  const filters = [{ alias: 'city', operator: 'eq', value: 'Bern' }];
  const changes = {
    name: 'Shop',
    url: 'https://shop.example.test/',
    types: ['run.failed'],
    filters,
    match: 'any',
  };
  expect((await admin.ask('PATCH', path, changes)).status).toBe(200);
  expect((await admin.ask('GET', path)).json).toMatchObject({ ...changes, active: true, disabled: null });
  expect((await admin.ask('DELETE', path)).status).toBe(200);
  expect((await admin.ask('GET', path)).status).toBe(404);
  expect((await admin.ask('GET', '/webhooks')).json).toEqual({ webhooks: [] });
});

test('an error names its field', async () => {
  const { admin, create } = await scene();
  await create({ name: 'Taken' });
  for (const [more, path, message] of [
    [{ name: 'Taken' }, 'name', 'is already taken by another webhook.'],
    [
      { filters: [{ alias: 'nothing', operator: 'eq' }] },
      'filters',
      'there is no filterable field "nothing".',
    ],
  ] as const) {
    const { status, json } = await admin.ask('POST', '/webhooks', { ...values, ...more });
    expect([status, json.problems]).toEqual([400, [{ path, message }]]);
  }
});

test('a disabled webhook says since when, and who disabled it', async () => {
  const { admin, create, deliver, lead } = await scene(() => ({ status: 410 }));
  const [own, gone] = [await create({ name: 'Own', types: ['run.failed'] }), await create()];
  await admin.ask('PATCH', own.path, { active: false });
  await admin.ask('PATCH', own.path, { name: 'Renamed later' });
  await lead();
  await deliver();
  const user = { id: admin.user.id, name: admin.user.name };
  expect((await admin.ask('GET', '/webhooks')).json.webhooks).toMatchObject([
    { active: false, disabled_reason: null, disabled: { at: stage.time.now().toISOString(), user } },
    {
      active: false,
      disabled_reason: 'gone',
      disabled: { at: expect.any(String), user: null },
      last_delivery: { status: 'failed' },
    },
  ]);
  expect((await admin.ask('POST', `${gone.path}/replay`, { from: '2026-01-01T00:00Z' })).status).toBe(409);
  await admin.ask('PATCH', gone.path, { active: true });
  expect((await admin.ask('GET', gone.path)).json).toMatchObject({
    active: true,
    disabled_reason: null,
    failing_since: null,
    disabled: null,
  });
});

test('a test event is sent, and its delivery shows the body and the attempt', async () => {
  const { admin, create, deliver, receiver } = await scene(() => ({ status: 500, text: 'Out of order' }));
  const { path, secret } = await create();
  const { json } = await admin.ask('POST', `${path}/test`);
  const delivery = `${path}/deliveries/${json.delivery}`;
  expect((await admin.ask('GET', delivery)).json).toMatchObject({ status: 'pending', attempts: [] });
  await deliver();
  const shown = (await admin.ask('GET', delivery)).json;
  expect(shown).toMatchObject({
    type: 'webhook.test',
    status: 'failed',
    is_repeatable: false,
    attempts: [{ status: 500, error: 'The server returned 500.', response: 'Out of order' }],
  });
  const [request] = receiver.received;
  expect(request?.body).toBe(shown.body);
  expect(request && verify(request, secret)).toEqual(JSON.parse(shown.body));
});

test('deliveries are listed by status and in pages, and events can be replayed', async () => {
  const { admin, create, deliver, lead, receiver } = await scene((count) => ({
    status: count === 1 ? 503 : 200,
  }));
  const { path } = await create();
  await lead();
  await deliver();
  await lead();
  await deliver();
  const list = async (query = '') => (await admin.ask('GET', `${path}/deliveries${query}`)).json;
  expect(await list()).toMatchObject({
    total: 2,
    deliveries: [
      { type: 'lead.created', status: 'succeeded', attempts: 1, last_attempt: { status: 200, error: null } },
      { status: 'pending', next_attempt_at: expect.any(String), last_attempt: { status: 503 } },
    ],
  });
  expect((await list('?status=pending')).deliveries).toHaveLength(1);
  expect((await list('?start=1')).deliveries).toHaveLength(1);
  expect((await list('?start=2')).deliveries).toEqual([]);
  const [{ id, event_id }] = (await list()).deliveries;
  expect((await admin.ask('GET', `${path}/deliveries/${id}`)).json.is_repeatable).toBe(true);
  expect((await admin.ask('POST', `${path}/replay`, { event_id })).json).toEqual({ replayed: 1 });
  const all = { from: '2026-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' };
  expect((await admin.ask('POST', `${path}/replay`, all)).json).toEqual({ replayed: 2 });
  await deliver();
  expect(receiver.received).toHaveLength(5);
  const bad = await admin.ask('POST', `${path}/replay`, { ...all, to: 'yesterday' });
  expect(bad.json.problems).toEqual([
    { path: 'to', message: 'must be a time such as 2026-11-30T12:00:00Z.' },
  ]);
  const other = await create({ name: 'Other' });
  expect((await admin.ask('GET', `${other.path}/deliveries/${id}`)).status).toBe(404);
});
