// Tests the console operations for a user's own API key and API clients (spec/rest-api §1.5).
import { beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useConsoleData } from '../harness/console/console-data.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
let workspace: Workspace;

beforeAll(async () => {
  workspace = await buildWorkspace(database.current.context);
});

test('exactly one of several concurrent key updates takes effect, for the first key and for later ones', async () => {
  const { ask } = await signIn(workspace);
  let replaces: string | null = null;
  for (let round = 0; round < 2; round++) {
    const proposals = await Promise.all(
      Array.from({ length: 6 }, () => ask('POST /api-settings/proposed-key')),
    );
    const answers = await Promise.all(
      proposals.map(({ body }) => ask('PUT /api-settings/key', { replaces, proposal: body.proposal })),
    );
    const done = proposals.filter((_, index) => answers[index]?.status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const { body } = await ask('GET /api-settings');
    expect(body.api_key).toBe(done[0]?.body.api_key);
    replaces = body.api_key;
  }
});

test('an update based on an outdated key is rejected', async () => {
  const { ask } = await signIn(workspace);
  const { proposal } = (await ask('POST /api-settings/proposed-key')).body;
  expect((await ask('PUT /api-settings/key', { replaces: 'another', proposal })).status).toBe(409);
  expect((await ask('PUT /api-settings/key', { replaces: null, proposal })).status).toBe(200);
  expect((await ask('PUT /api-settings/key', { replaces: null, proposal })).status).toBe(409);
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
    expect((await ask('PUT /api-settings/key', { replaces: null, ...body })).status).toBe(400);
  }
  expect((await ask('GET /api-settings')).body.api_key).toBeNull();
});

test('a proposal expires after an hour', async () => {
  const { ask } = await signIn(workspace);
  const propose = async () => (await ask('POST /api-settings/proposed-key')).body.proposal;
  const [late, timely] = [await propose(), await propose()];
  await signIn.time.move(59 * 60_000);
  expect((await ask('PUT /api-settings/key', { replaces: null, proposal: timely })).status).toBe(200);
  const { api_key } = (await ask('GET /api-settings')).body;
  await signIn.time.move(60_000);
  expect((await ask('PUT /api-settings/key', { replaces: api_key, proposal: late })).status).toBe(400);
});

test('a key has a prefix and a checksum that leak scanners recognize (spec/rest-api §1.8)', async () => {
  const { ask } = await signIn(workspace);
  const { api_key } = (await ask('POST /api-settings/proposed-key')).body;
  expect(api_key).toMatch(/^hark_key_[\w-]{43}_[0-9a-f]{8}$/);
});
