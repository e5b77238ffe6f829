// A frozen worker that wakes up can't overwrite runs that another worker has finished (spec/runs §2.3).
import { expect, test } from 'vitest';
import { kill } from '../engine/kill.ts';
import { eventually } from '../harness/eventually.ts';
import { startCollector } from '../harness/servers/otlp-collector.ts';
import { deliver } from '../harness/whole-hark.ts';
import { letMinutesPass, startFirstWorker, startSecondWorker } from './second-worker.ts';

const create = (name: string) => ({ name, type: 'lead.create', fields: { first_name: name } });

test('a worker that is frozen for longer than its lease overwrites nothing when it wakes', async () => {
  const collector = await startCollector();
  const hark = await startFirstWorker('frozen', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
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

  await startSecondWorker(hark, { OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  await letMinutesPass(hark);
  await eventually(async () => (await statuses()).every(({ status }) => status === 'succeeded'), 120_000);

  const everything = () =>
    Promise.all(
      ['runs', 'run_steps', 'leads', 'lead_history'].map((table) =>
        hark.query(`select t.*, t.xmin from ${table} t order by t::text`),
      ),
    );
  const before = await everything();
  expect(before[2]).toHaveLength(2 * count);
  kill(frozen, 'SIGCONT');
  // The trace shows when the worker has woken up and stopped executing each of its runs.
  const left = () => collector.spans().filter(({ name }) => name === 'run');
  await eventually(() => left().length === count, 60_000);
  expect(new Set(left().map(({ attributes }) => attributes['hark.status']))).toEqual(new Set(['waiting']));
  expect(await everything()).toEqual(before);
}, 300_000);
