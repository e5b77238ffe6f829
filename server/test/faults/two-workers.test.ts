// `hark work` scales by adding processes: each gets its share, and killing one loses nothing.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { isAlive } from '../harness/hark-process.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

let hark: WholeHark;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_two`, { WORK_PROCESSES: '2' });
});
afterAll(() => hark?.remove(), 60_000);

/** Returns the child processes of `work`. */
const workers = (): number[] => {
  const { work } = hark.children();
  return readFileSync(`/proc/${work}/task/${work}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
};
/** Returns a process's CPU time in hundredths of a second. */
const usedBy = (pid: number): number => {
  const values = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(values[11]) + Number(values[12]);
};

test('two work processes share the load; if one is killed, the other continues and a new one starts', async () => {
  const create = { name: 'only', type: 'lead.create', fields: { first_name: '{{ run.id }}' } };
  const { listed } = await hark.apply({
    settings: { listener_limit_per_second: 100_000 },
    workflows: [{ name: 'listed', steps: [create] }],
  });
  const send = async (count: number) => {
    let left = count;
    const sending = Array.from({ length: 16 }, async () => {
      while (left-- > 0) expect((await deliver(listed ?? '', {})).status).toBe(200);
    });
    await Promise.all(sending);
  };
  const ended = async (count: number) => {
    const [row] = await hark.query<{ count: number }>(
      "select count(*)::int from runs where status = 'succeeded'",
    );
    return row?.count === count;
  };
  await eventually(() => workers().length === 2);
  await send(100);
  await eventually(() => ended(100), 60_000);

  const pids = workers();
  const before = pids.map(usedBy);
  await send(1_500);
  await eventually(() => ended(1_600), 120_000);
  const used = pids.map((pid, index) => usedBy(pid) - (before[index] ?? 0));
  console.log('CPU time of each, in hundredths of a second:', used);
  const all = used.reduce((sum, one) => sum + one, 0);
  for (const one of used) expect(one / all).toBeGreaterThan(0.2);

  const [victim, other] = pids;
  const sending = send(1_000);
  await eventually(async () => !(await ended(1_600)));
  kill(victim);
  await sending;
  await eventually(() => ended(2_600), 120_000);
  expect(isAlive(other ?? 0)).toBe(true);
  await eventually(() => workers().length === 2);
  const [leads] = await hark.query<{ count: number; runs: number }>(
    'select count(*)::int, count(distinct first_name_key)::int as runs from leads',
  );
  expect(leads).toEqual({ count: 2_600, runs: 2_600 });
}, 300_000);
