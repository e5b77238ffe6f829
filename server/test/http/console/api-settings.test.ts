// Tests the console operations for a user's own API key and API clients (spec/rest-api §1.5).
import { beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { useConsoleData } from '../../harness/console/console-data.ts';
import { password } from '../../harness/servers/sign-in-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
let workspace: Workspace;

beforeAll(async () => {
  workspace = await buildWorkspace(database.current.context);
});

test('exactly one of several concurrent key updates takes effect, for the first key and for later ones', async () => {
  const { ask } = await signIn(workspace);
  for (let round = 0; round < 2; round++) {
    const proposals = await Promise.all(
      Array.from({ length: 6 }, () => ask('POST /api-settings/proposed-key')),
    );
    const answers = await Promise.all(
      proposals.map(({ body }) => ask('PUT /api-settings/key', { proposal: body.proposal })),
    );
    const done = proposals.filter((_, index) => answers[index]?.status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect((await ask('GET /api-settings/key')).body.api_key).toBe(done[0]?.body.api_key);
  }
});

test('a proposal that was made before the key changed is rejected', async () => {
  const { ask } = await signIn(workspace);
  const propose = async () => (await ask('POST /api-settings/proposed-key')).body.proposal;
  const update = async (proposal: string) => (await ask('PUT /api-settings/key', { proposal })).status;
  const [first, second] = [await propose(), await propose()];
  expect([await update(first), await update(second), await update(first)]).toEqual([200, 409, 409]);
  expect(await update(await propose())).toBe(200);
});

test('only the server creates keys: an invented key, or one proposed to another user, is rejected', async () => {
  const { ask } = await signIn(workspace);
  const other = await signIn(workspace);
  const { api_key, proposal } = (await ask('POST /api-settings/proposed-key')).body;
  const foreign = (await other.ask('POST /api-settings/proposed-key')).body.proposal;
  const changed = `${proposal.slice(0, 20)}${proposal[20] === 'A' ? 'B' : 'A'}${proposal.slice(21)}`;
  for (const body of [
    { api_key: 'x'.repeat(43) },
    { proposal: 'x'.repeat(43) },
    { proposal: api_key },
    { proposal: foreign },
    { proposal: changed },
    { proposal: '' },
  ]) {
    expect((await ask('PUT /api-settings/key', body)).status).toBe(400);
  }
  expect((await ask('GET /api-settings')).body.api_key_ends_with).toBeNull();
  expect((await ask('GET /api-settings/key')).body.api_key).toBeNull();
});

test('a proposal expires after an hour', async () => {
  const { ask } = await signIn(workspace);
  const propose = async () => (await ask('POST /api-settings/proposed-key')).body.proposal;
  const [late, timely] = [await propose(), await propose()];
  await signIn.time.move(59 * 60_000);
  await ask('POST /account/confirmation', { password });
  expect((await ask('PUT /api-settings/key', { proposal: timely })).status).toBe(200);
  await signIn.time.move(60_000);
  expect((await ask('PUT /api-settings/key', { proposal: late })).status).toBe(400);
});

test('a key has a prefix and a checksum that leak scanners recognize (spec/rest-api §1.8)', async () => {
  const { ask } = await signIn(workspace);
  const { api_key } = (await ask('POST /api-settings/proposed-key')).body;
  expect(api_key).toMatch(/^hark_key_[\w-]{43}_[0-9a-f]{8}$/);
});

const dayMs = 86_400_000;

const auditOf = async (id: number) => {
  const { db } = database.current.context;
  return db.read(workspace.id, (transaction) =>
    transaction.query(sql`
      select old_values as old, new_values as new from audit_entries
      where workspace_id = ${workspace.id} and subject_type = 'api_client' and subject_id = ${id} order by id desc`),
  );
};

/** Creates a client and returns how to read it and the changes that the audit log records. */
async function buildClient(limits: object = {}) {
  const caller = await signIn(workspace);
  const body = { name: 'Billing', scope: 'api', expires_at: null, allowed_addresses: [], ...limits };
  const { token } = (await caller.ask('POST /api-settings/clients', body)).body;
  const read = async () => (await caller.ask('GET /api-settings')).body.clients[0];
  return { ...caller, token, read, id: (await read()).id };
}

const inDays = (days: number) => new Date(signIn.time.now().getTime() + days * dayMs).toISOString();

test('a client can expire and be limited to addresses, and the audit log records it (spec/rest-api §1.9, §1.10)', async () => {
  const expires_at = inDays(30);
  const { ask, id, read } = await buildClient({ expires_at, allowed_addresses: ['10.1.2.3/8'] });
  expect(await read()).toMatchObject({ expires_at, allowed_addresses: ['10.0.0.0/8'], previous_token: null });
  const later = inDays(60);
  await ask(`PATCH /api-settings/clients/${id}`, { expires_at: later });
  expect(await read()).toMatchObject({ active: true, expires_at: later, allowed_addresses: ['10.0.0.0/8'] });
  await ask(`PATCH /api-settings/clients/${id}`, { allowed_addresses: [] });
  expect(await read()).toMatchObject({ expires_at: later, allowed_addresses: [] });
  const changes = await auditOf(id);
  expect(changes).toEqual([
    { old: { allowed_addresses: ['10.0.0.0/8'] }, new: { allowed_addresses: null } },
    { old: { expires_at }, new: { expires_at: later } },
    { old: {}, new: expect.objectContaining({ expires_at, allowed_addresses: ['10.0.0.0/8'] }) },
  ]);
});

test('an expiry in the past and invalid addresses are rejected', async () => {
  const { ask, id } = await buildClient();
  const path = `PATCH /api-settings/clients/${id}`;
  expect(await ask(path, { expires_at: inDays(-1) })).toMatchObject({
    status: 400,
    body: { code: 'expiry_has_passed' },
  });
  for (const allowed_addresses of [
    ['example.com'],
    ['10.0.0'],
    Array.from({ length: 21 }, (_, i) => `10.0.0.${i}`),
  ]) {
    expect((await ask(path, { allowed_addresses })).status).toBe(400);
  }
  expect(
    (await ask(path, { allowed_addresses: Array.from({ length: 20 }, (_, i) => `10.0.0.${i}`) })).status,
  ).toBe(200);
  expect((await ask('PUT /api-settings/key-addresses', { allowed_addresses: [] })).status).toBe(404);
});

test('an expired client can be edited without changing its expiry', async () => {
  const { ask, id, read } = await buildClient({ expires_at: inDays(1 / 24) });
  await signIn.time.move(dayMs / 12);
  await ask('POST /account/confirmation', { password });
  const { expires_at } = await read();
  expect(
    (await ask(`PATCH /api-settings/clients/${id}`, { expires_at, allowed_addresses: ['::1'] })).status,
  ).toBe(200);
  expect(await read()).toMatchObject({ expires_at, allowed_addresses: ['::1'] });
});

test('rotation returns a new token once, keeps the old one for up to 30 days, and is recorded (spec/rest-api §1.11)', async () => {
  const { ask, id, token, read } = await buildClient();
  const path = `POST /api-settings/clients/${id}/rotate`;
  const rotated = await ask(path, { overlap_hours: 1, expires_at: inDays(90) });
  expect(rotated.body.token).toMatch(/^hark_client_/);
  expect(rotated.body.token).not.toBe(token);
  const until = inDays(1 / 24);
  expect(await read()).toMatchObject({
    expires_at: inDays(90),
    previous_token: { until, last_used_at: null },
  });
  expect((await auditOf(id)).slice(0, 2)).toEqual([
    { old: { expires_at: null }, new: { expires_at: inDays(90) } },
    { old: { token: '[secret]' }, new: { token: '[secret]', previous_token_until: until } },
  ]);
  await signIn.time.move(dayMs / 24);
  expect((await read()).previous_token).toBeNull();
  await ask('POST /account/confirmation', { password });
  for (const overlap_hours of [-1, 721, 1.5]) {
    expect((await ask(path, { overlap_hours, expires_at: null })).status).toBe(400);
  }
  expect((await ask(path, { overlap_hours: 720, expires_at: null })).status).toBe(200);
  const other = await signIn(workspace);
  expect((await other.ask(path, { overlap_hours: 0, expires_at: null })).status).toBe(404);
});

test('the addresses of a key can be changed, and the audit log records it (spec/rest-api §1.10)', async () => {
  const { ask } = await signIn(workspace);
  const { proposal } = (await ask('POST /api-settings/proposed-key')).body;
  await ask('PUT /api-settings/key', { proposal });
  await ask('PUT /api-settings/key-addresses', { allowed_addresses: ['2001:DB8::/32', '2001:db8::/32'] });
  expect((await ask('GET /api-settings')).body.key_addresses).toEqual(['2001:db8::/32']);
  const [newest] = await database.current.context.db.read(workspace.id, (transaction) =>
    transaction.query(sql`
      select old_values as old, new_values as new from audit_entries
      where workspace_id = ${workspace.id} and subject_type = 'api_key' order by id desc limit 1`),
  );
  expect(newest).toEqual({ old: { allowed_addresses: [] }, new: { allowed_addresses: ['2001:db8::/32'] } });
});
