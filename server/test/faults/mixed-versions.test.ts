// New code is a new deployment: runs finish in the deployment where they started, and new runs go to the new one.
import { expect, test } from 'vitest';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { deliver } from '../harness/whole-hark.ts';
import { startFirstWorker, startSecondWorker } from './second-worker.ts';

const create = (name: string) => ({
  name,
  type: 'lead.create',
  fields: { first_name: `${name} {{ run.id }}` },
});
const count = 10;

test('runs in progress finish in the old worker, new runs execute in the new worker, and each side effect happens once', async () => {
  const hark = await startFirstWorker('mixed');
  const nap = { name: 'nap', type: 'wait', for: '{{ __data.seconds }} seconds' };
  const { naps } = await hark.apply({
    workflows: [{ name: 'naps', steps: [create('before'), nap, create('after')] }],
  });
  const send = async (seconds: number) => {
    const sent = Array.from({ length: count }, () => deliver(naps ?? '', { seconds }));
    return (await Promise.all(sent)).map(({ run }) => run);
  };
  const haveStatus = async (runs: readonly (string | undefined)[], status: string) => {
    const rows = await hark.query('select from runs where id = any($1) and status = $2', [runs, status]);
    return rows.length === runs.length;
  };
  const old = await send(10);
  await eventually(() => haveStatus(old, 'running'));

  const next = await startSecondWorker(hark);
  // While the new worker is stopped, all progress happens in the old one.
  kill(next.process.pid, 'SIGSTOP');
  const fresh = await send(4);
  await eventually(() => haveStatus(old, 'succeeded'), 60_000);
  expect(await haveStatus(fresh, 'queued')).toBe(true);
  kill(next.process.pid, 'SIGCONT');
  await eventually(() => haveStatus(fresh, 'running'), 60_000);

  // While the old worker is stopped, all progress happens in the new one.
  const { work } = hark.children();
  kill(work, 'SIGSTOP');
  await eventually(() => haveStatus(fresh, 'succeeded'), 60_000);
  kill(work, 'SIGCONT');
  // A worker that is stopped finishes its work first, so nothing changes any more.
  await hark.stop();
  const [leads] = await hark.query<{ all: number; different: number }>(
    'select count(*)::int as all, count(distinct first_name_key)::int as different from leads',
  );
  expect(leads).toEqual({ all: 4 * count, different: 4 * count });
}, 240_000);
