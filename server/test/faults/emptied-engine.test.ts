// PostgreSQL is the source of truth, so an engine that has lost everything is rebuilt from it.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

let hark: WholeHark;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_emptied`);
}, 90_000);
afterAll(() => hark?.remove(), 60_000);

const create = (name: string) => ({
  name,
  type: 'lead.create',
  fields: { first_name: `{{ run.id }} ${name}` },
});
const wait = (time: string) => ({ name: 'pause', type: 'wait', for: time });

test("if the engine's data is deleted under load, no queued, running or sleeping run is lost or repeated", async () => {
  const listeners = await hark.apply({
    settings: { runs_in_flight: 200 },
    workflows: [
      { name: 'short', steps: [create('only')] },
      { name: 'naps', steps: [create('before'), wait('6 seconds'), create('after')] },
      { name: 'sleeps', steps: [create('before'), wait('40 seconds'), create('after')] },
    ],
  });
  const accepted: string[] = [];
  const send = async (name: string) => {
    const { status, run } = await deliver(listeners[name] ?? '', {});
    expect(status).toBe(200);
    if (run) accepted.push(run);
  };
  const statuses = async () =>
    Object.fromEntries(
      (
        await hark.query<{ status: string; count: number }>(
          'select status, count(*)::int as count from runs group by 1',
        )
      ).map(({ status, count }) => [status, count]),
    );

  await Promise.all(Array.from({ length: 60 }, () => send('sleeps')));
  await eventually(async () => (await statuses()).waiting === 60);
  let isLoading = true;
  const load = async () => {
    while (isLoading) {
      await send('short');
      await sleep(5);
    }
  };
  const loading = Array.from({ length: 8 }, load);
  await Promise.all(Array.from({ length: 40 }, () => send('naps')));
  await eventually(async () => ((await statuses()).running ?? 0) > 10);

  const data = join(hark.env.HARK_DATA_DIR ?? '', 'engine', 'data');
  const { engine } = hark.children();
  renameSync(data, `${data}.gone`);
  kill(engine);
  await sleep(5_000);
  isLoading = false;
  await Promise.all(loading);

  await eventually(async () => {
    const { succeeded } = await statuses();
    return succeeded === accepted.length;
  }, 120_000);
  const runs = await hark.query<{ id: string }>('select id from runs');
  expect(runs.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
  // Every `lead.create` step creates a lead whose first name contains the run ID and the step name.
  const effects = await hark.query<{ twice: number; leads: number; steps: number }>(
    `select count(*)::int - count(distinct first_name_key)::int as twice, count(*)::int as leads,
            (select count(*)::int from run_steps where type = 'lead.create' and status = 'succeeded') as steps from leads`,
  );
  const [counted] = effects;
  expect(counted?.twice).toBe(0);
  expect(counted?.leads).toBe(counted?.steps);
  expect(counted?.leads).toBe(accepted.length + 100);
  const [redriven] = await hark.query<{ count: number }>(
    'select count(*)::int as count from runs r where fence > (select count(*) from run_steps s where s.run_id = r.id and s.name = $1)',
    ['pause'],
  );
  expect(redriven?.count).toBeGreaterThan(0);
}, 240_000);
