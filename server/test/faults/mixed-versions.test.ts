// New code is a new deployment: runs finish in the deployment where they started, and new runs go to the new one.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOf } from '../../src/engine/restate/restate-server.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, startHark } from '../harness/hark-process.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

let hark: WholeHark;
let next: RunningHark | undefined;
beforeAll(async () => {
  // Another test starts three processes at the same time. With a small pool each, PostgreSQL's 100 connections are enough.
  hark = await startWholeHark(`hark_test_${process.pid}_beside`, { DATABASE_POOL_SIZE: '2' });
}, 90_000);
afterAll(async () => {
  await next?.remove();
  await hark?.remove();
}, 60_000);

const create = (name: string) => ({
  name,
  type: 'lead.create',
  fields: { first_name: `${name} {{ run.id }}` },
});
const count = 10;

test('runs in progress finish in the old worker, new runs execute in the new worker, and each side effect happens once', async () => {
  const { naps } = await hark.apply({
    workflows: [
      {
        name: 'naps',
        steps: [create('before'), { name: 'nap', type: 'wait', for: '15 seconds' }, create('after')],
      },
    ],
  });
  const send = async () =>
    (await Promise.all(Array.from({ length: count }, () => deliver(naps ?? '', {})))).map(({ run }) => run);
  const haveStatus = async (runs: readonly (string | undefined)[], status: string) => {
    const rows = await hark.query('select from runs where id = any($1) and status = $2', [runs, status]);
    return rows.length === runs.length;
  };
  const old = await send();
  await eventually(() => haveStatus(old, 'running'));

  const engine = addressesOf(join(hark.env.HARK_DATA_DIR ?? '', 'engine'));
  next = await startHark('work', {
    ...hark.env,
    WORK_PORT: String(await freePort()),
    RESTATE_INGRESS_URL: engine?.ingressUrl ?? '',
    RESTATE_ADMIN_URL: engine?.adminUrl ?? '',
    LOG_LEVEL: 'info',
  });
  await eventually(() => next?.output().includes('registered with the engine') === true, 30_000);
  // While the new worker is stopped, all progress happens in the old one.
  kill(next.process.pid ?? 0, 'SIGSTOP');
  const fresh = await send();
  await eventually(() => haveStatus(old, 'succeeded'), 40_000);
  expect(await haveStatus(fresh, 'queued')).toBe(true);
  kill(next.process.pid ?? 0, 'SIGCONT');
  await eventually(() => haveStatus(fresh, 'running'), 40_000);

  // While the old worker is stopped, all progress happens in the new one.
  const { work } = hark.children();
  kill(work, 'SIGSTOP');
  await eventually(() => haveStatus(fresh, 'succeeded'), 60_000);
  kill(work, 'SIGCONT');
  await sleep(3_000);
  const [leads] = await hark.query<{ all: number; different: number }>(
    'select count(*)::int as all, count(distinct first_name_key)::int as different from leads',
  );
  expect(leads).toEqual({ all: 4 * count, different: 4 * count });
}, 240_000);
