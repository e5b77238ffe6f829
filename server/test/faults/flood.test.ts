// Runs are scheduled fairly before they are dispatched to the engine, and the number of runs in progress per
// workspace is limited (spec/limits §3).
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

let hark: WholeHark;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_flood`);
}, 90_000);
afterAll(() => hark?.remove(), 60_000);

const steps = [{ name: 'only', type: 'lead.create', fields: { first_name: '{{ __data.n }}' } }];
const flood = process.env.HARK_FULL ? 10_000 : 3_000;
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

test('requests beyond the rate limit get 429 and are not stored', async () => {
  const { flooded } = await hark.apply({
    settings: { listener_limit_per_second: 50, runs_in_flight: 500 },
    workflows: [{ name: 'flooded', steps }],
  });
  const before = (await runsAt('127.0.0.1')).all;
  const answers = await Promise.all(Array.from({ length: 2_000 }, () => deliver(flooded ?? '', { n: 'x' })));
  const accepted = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2_000 - accepted);
  expect(accepted).toBeLessThan(1_500);
  expect((await runsAt('127.0.0.1')).all - before).toBe(accepted);
}, 120_000);

test('a workspace stays within its limit of runs in progress, except for runs dispatched before the first count', async () => {
  const { slow } = await hark.apply({
    settings: { listener_limit_per_second: unlimited, runs_in_flight: 10 },
    workflows: [{ name: 'slow', steps: [{ name: 'nap', type: 'wait', for: '2 seconds' }] }],
  });
  // `serve` caches the count of free slots for a second.
  await sleep(1_500);
  await Promise.all(Array.from({ length: 60 }, () => deliver(slow ?? '', {})));
  let most = 0;
  await eventually(async () => {
    const rows = await hark.query<{ status: string; sent: boolean }>(
      "select status, sent_at is not null as sent from runs where status in ('queued', 'running')",
    );
    most = Math.max(most, rows.filter(({ sent }) => sent).length);
    return rows.length === 0;
  }, 60_000);
  // Before its first count, `serve` dispatches up to a tenth of the limit. The sweeper can't see these runs until they
  // are stored.
  expect(most).toBeLessThanOrEqual(1 + 10);
}, 90_000);
