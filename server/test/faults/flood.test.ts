// Runs are scheduled fairly before they are dispatched to the engine (spec/limits §3). sweep.test.ts and
// listener-limits.test.ts test the limits themselves.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { isFullRun } from '../harness/seeded-random.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

let hark: WholeHark;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_flood`, { DATABASE_POOL_SIZE: '10' });
});
afterAll(() => hark?.remove(), 60_000);

const steps = [{ name: 'only', type: 'lead.create', fields: { first_name: '{{ __data.n }}' } }];
const flood = isFullRun ? 10_000 : 3_000;
const unlimited = 1_000_000;

const runsAt = async (host: string) => {
  const [counted] = await hark.query<{ all: number; ended: number }>(
    `select count(*)::int as all, count(*) filter (where status = 'succeeded')::int as ended
     from runs r join workspaces w on w.id = r.workspace_id where w.name = $1`,
    [host],
  );
  return counted ?? { all: 0, ended: 0 };
};

test(`${flood} simultaneous runs in one workspace delay other workspaces by at most two seconds`, async () => {
  const { flooded } = await hark.apply({
    // Both limits are lifted, so only fair scheduling protects the other workspaces.
    settings: { listener_limit_per_second: unlimited, runs_in_flight: unlimited },
    workflows: [{ name: 'flooded', steps }],
  });
  const { calm } = await hark.apply({ host: 'localhost', workflows: [{ name: 'calm', steps }] });

  // Warms up first, because the time to load code for the first run has nothing to do with fairness.
  await deliver(calm ?? '', { n: 'first' });
  await eventually(async () => (await runsAt('localhost')).ended === 1);

  let left = flood;
  let isFlooding = true;
  const statuses = new Map<number, number>();
  const sendFlood = async () => {
    while (left-- > 0) {
      const { status } = await deliver(flooded ?? '', { n: String(left) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const flooding = Promise.all(Array.from({ length: 48 }, sendFlood));
  const sampling = (async () => {
    while (isFlooding) {
      expect((await deliver(calm ?? '', { n: 'calm' })).status).toBe(200);
      await sleep(200);
    }
  })();
  await flooding;
  expect(Object.fromEntries(statuses)).toEqual({ 200: flood });
  await eventually(async () => (await runsAt('127.0.0.1')).ended === flood, 180_000);
  isFlooding = false;
  await sampling;
  await eventually(async () => {
    const { all, ended } = await runsAt('localhost');
    return all === ended;
  });

  const waits = await hark.query<{ seconds: number; after: number }>(
    `select extract(epoch from started_at - accepted_at)::float8 as seconds,
            extract(epoch from accepted_at - min(accepted_at) over ())::float8 as after
     from runs r join workspaces w on w.id = r.workspace_id where w.name = 'localhost' order by 1`,
  );
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)];
  console.log('another workspace during the flood:', waits.length, {
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  });
  expect(waits.length).toBeGreaterThan(10);
  expect(at(1)?.seconds).toBeLessThan(2);
}, 400_000);
