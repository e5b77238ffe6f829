// A user's own key and clients, as the console asks for them.
import { beforeAll, expect, test } from 'vitest';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useConsoleData } from '../harness/console-data.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
let workspace: Workspace;

beforeAll(async () => {
  workspace = await buildWorkspace(database.current.context);
});

test('of any number of updates at once, of the first key and of a later one, one takes effect', async () => {
  const { ask } = await signIn(workspace);
  let replaces: string | null = null;
  for (let round = 0; round < 2; round++) {
    const proposals = await Promise.all(
      Array.from({ length: 6 }, () => ask('POST /api-settings/proposed-key')),
    );
    const keys: string[] = proposals.map(({ body }) => body.api_key);
    const answers = await Promise.all(
      keys.map((api_key) => ask('PUT /api-settings/key', { replaces, api_key })),
    );
    const done = keys.filter((_, index) => answers[index]?.status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const { body } = await ask('GET /api-settings');
    expect(body.api_key).toBe(done[0]);
    replaces = body.api_key;
  }
});

test('a key that the page does not show any more, or that nobody proposed, replaces nothing', async () => {
  const { ask } = await signIn(workspace);
  const { api_key } = (await ask('POST /api-settings/proposed-key')).body;
  expect((await ask('PUT /api-settings/key', { replaces: 'another', api_key })).status).toBe(409);
  expect((await ask('PUT /api-settings/key', { replaces: null, api_key: 'chosen' })).status).toBe(400);
  expect((await ask('PUT /api-settings/key', { replaces: null, api_key })).status).toBe(200);
  expect((await ask('PUT /api-settings/key', { replaces: null, api_key })).status).toBe(409);
});
