// Limit usage is summed over all processes. Without Redis, each process reports only its own usage and notes that the
// number is partial.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { buildUser, buildWorkspace, changing } from '../harness/builders.ts';
import { Browser } from '../harness/console/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { startTwoServes, type TwoServes } from '../harness/two-serves.ts';

const password = 'the first good password';
let serves: TwoServes;

beforeAll(async () => {
  serves = await startTwoServes('limit_use');
});
afterAll(() => serves.remove(), 60_000);

/** Creates a workspace whose administrator uses the API and the console of each process. */
async function buildAdministrator() {
  const { context, processes } = serves;
  const workspace = await buildWorkspace(context);
  const role = await changing(context, workspace.id, (change) =>
    saveRole(change, { name: 'Administrator', isAdmin: true }),
  );
  const user = await buildUser(context, workspace.id, { role: role.name, password });
  const { apiKey } = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined));
  const browsers = processes.map(({ url }) => new Browser(Number(new URL(url).port), workspace.host));
  for (const browser of browsers)
    await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: user.email, password });
  return {
    user,
    call: async (at: number, times: number) => {
      for (let index = 0; index < times; index++)
        expect((await browsers[at]?.get('/api/leads', { apikey: apiKey }))?.status).toBe(200);
    },
    use: async (at: number) => JSON.parse((await browsers[at]?.get('/console/workspace/use'))?.text ?? ''),
  };
}

test('each process reports the usage of all processes, or only its own share while Redis is down', async () => {
  const { redis } = serves;
  const { user, call, use } = await buildAdministrator();
  await call(0, 3);
  await call(1, 4);
  const all = { user: { id: user.id, name: user.name }, means: { type: 'api_key', name: null }, refused: 0 };
  for (const at of [0, 1])
    await eventually(async () => {
      const { is_whole, requests } = await use(at);
      expect(is_whole).toBe(true);
      expect(requests.callers).toEqual([{ ...all, served: 7 }]);
      expect(requests.minutes.reduce((sum: number, { served }: { served: number }) => sum + served, 0)).toBe(
        7,
      );
      expect(requests.burst - requests.remaining).toBeLessThanOrEqual(7);
    });

  await redis.stop();
  const { is_whole, requests } = await use(0);
  expect(is_whole).toBe(false);
  expect(requests.callers).toEqual([{ ...all, served: 3 }]);

  await redis.start();
  await call(0, 1);
  await call(1, 1);
  // Redis lost the earlier counts, but each process rewrites its count of the current minute in full.
  await eventually(async () => {
    const { is_whole, requests } = await use(0);
    expect([is_whole, requests.callers[0].served >= 5]).toEqual([true, true]);
  });
});
