// A frozen worker that wakes up can't overwrite runs that another worker has finished (spec/runs §2.3).
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
let second: RunningHark | undefined;
beforeAll(async () => {
  // Another test starts three processes at the same time. With a small pool each, PostgreSQL's 100 connections are enough.
  hark = await startWholeHark(`hark_test_${process.pid}_frozen`, { DATABASE_POOL_SIZE: '2' });
}, 90_000);
afterAll(async () => {
  await second?.remove();
  await hark?.remove();
}, 60_000);

const create = (name: string) => ({ name, type: 'lead.create', fields: { first_name: name } });

test('a worker that is frozen for longer than its lease overwrites nothing when it wakes', async () => {
  const { naps } = await hark.apply({
    workflows: [
      {
        name: 'naps',
        steps: [create('before'), { name: 'nap', type: 'wait', for: '8 seconds' }, create('after')],
      },
    ],
  });
  const count = 10;
  await Promise.all(Array.from({ length: count }, () => deliver(naps ?? '', {})));
  const statuses = async () => hark.query<{ status: string }>('select status from runs');
  await eventually(async () => (await statuses()).every(({ status }) => status === 'running'));
  const frozen = hark.children().work;
  kill(frozen, 'SIGSTOP');

  const addresses = addressesOf(join(hark.env.HARK_DATA_DIR ?? '', 'engine'));
  second = await startHark('work', {
    ...hark.env,
    WORK_PORT: String(await freePort()),
    RESTATE_INGRESS_URL: addresses?.ingressUrl ?? '',
    RESTATE_ADMIN_URL: addresses?.adminUrl ?? '',
  });
  // The lease expires a minute after the wait. For three more minutes, runs that the engine still reports as its own
  // are left alone.
  await eventually(async () => (await statuses()).every(({ status }) => status === 'succeeded'), 360_000);

  const everything = () =>
    Promise.all(
      ['runs', 'run_steps', 'leads', 'lead_history'].map((table) =>
        hark.query(`select t.*, t.xmin from ${table} t order by t::text`),
      ),
    );
  const before = await everything();
  expect(before[2]).toHaveLength(2 * count);
  kill(frozen, 'SIGCONT');
  await sleep(5_000);
  // The worker wrote nothing after it woke up.
  expect(await everything()).toEqual(before);
}, 480_000);
