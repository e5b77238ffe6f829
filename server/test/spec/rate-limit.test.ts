// Tests a workspace's rate limit (spec/rest-api §8).
import { expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { type ApiAnswer, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

/** Creates a workspace with this limit, and two administrators who call with their keys. */
async function buildLimited(perMinute: number, burst: number) {
  const { context } = database.current;
  const workspace = await buildWorkspace(context);
  await changing(context, workspace.id, async (change) => {
    await changeSettings(change, { rate_limit_per_minute: perMinute, rate_limit_burst: burst });
    await saveRole(change, { name: 'Admin', isAdmin: true });
  });
  const buildCaller = async () => {
    const user = await buildUser(context, workspace.id, { role: 'Admin' });
    const { apiKey } = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined));
    return api.as(workspace, { apikey: apiKey });
  };
  return { workspace, first: await buildCaller(), second: await buildCaller() };
}

const statuses = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);

test('a request beyond the limit gets a nested 429 with Retry-After, RateLimit and RateLimit-Policy, before routing; all credentials share the limit (spec/rest-api §2, §8)', async () => {
  const { workspace, first, second } = await buildLimited(60, 5);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => (index % 2 ? first : second)('GET', '/api/users/self')),
  );
  const passed = statuses(answers).filter((status) => status === 200);
  expect(passed.length).toBeGreaterThanOrEqual(5);
  expect(passed.length).toBeLessThanOrEqual(6);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.json).toEqual({
    error: { code: 429, message: expect.stringContaining('60 requests per minute') },
  });
  expect(refused?.headers).toMatchObject({
    'retry-after': '1',
    ratelimit: '"workspace";r=0;t=1',
    'ratelimit-policy': '"workspace";q=60;w=60',
  });
  expect((await first('GET', '/api/no/such/route')).status).toBe(429);
  // Requests with invalid credentials don't count against the limit, and get 401.
  expect((await api.as(workspace, { apikey: 'unknown' })('GET', '/api/users/self')).status).toBe(401);
});

test('the limit is per workspace, and a changed limit applies to the next request (spec/rest-api §8)', async () => {
  const [busy, calm] = [await buildLimited(60, 1), await buildLimited(60, 1)];
  const ask = busy.first;
  expect(statuses([await ask('GET', '/api/users/self'), await ask('GET', '/api/users/self')])).toEqual([
    200, 429,
  ]);
  expect((await calm.first('GET', '/api/users/self')).status).toBe(200);
  await changing(database.current.context, busy.workspace.id, (change) =>
    changeSettings(change, { rate_limit_per_minute: 60_000, rate_limit_burst: 1_000 }),
  );
  expect((await ask('GET', '/api/users/self')).status).toBe(200);
});
