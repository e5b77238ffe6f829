import { expect, test } from 'vitest';
import { runHark } from '../harness/hark-process.ts';
import { testKey } from '../harness/scratch-database.ts';
import { useRuns } from '../runs/run-actions.ts';
import type { Stage } from '../runs/run-stage.ts';

const { database, accepted, again, go, row } = useRuns();

const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.email }}' } };

const hark = ({ workspace }: Stage, ...args: string[]) =>
  runHark([...args, '--workspace', workspace.baseUrl], {
    DATABASE_URL: database.current.addresses.owner.reveal(),
    SECRET_KEY: testKey.reveal(),
    HARK_DATA_DIR: '/nowhere',
  });

test('run cancel and run retry say what they did, and refuse with a sentence', async () => {
  const { stage, job } = await accepted([fail]);
  expect(await hark(stage, 'run', 'cancel', job.run)).toMatchObject({
    code: 0,
    stdout: `${job.run} is cancelled.\n`,
  });
  const retried = await hark(stage, 'run', 'retry', job.run, '--json');
  const { retried_as } = JSON.parse(retried.stdout);
  expect((await row({ run: retried_as } as never)).retry_of).toBe(job.run);
  const shown = await hark(stage, 'run', 'show', retried_as);
  expect(shown.stdout).toContain(`a retry of ${job.run}`);
  expect(await hark(stage, 'run', 'retry', job.run)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was retried already'),
  });
  expect(await hark(stage, 'run', 'cancel', 'seventeen')).toMatchObject({ code: 2 });
}, 60_000);

test('runs retry tells how many there are and exits with 3; with --yes it does it', async () => {
  const { stage, job } = await accepted([fail]);
  const other = await again(stage);
  for (const one of [job, other]) await go(one);
  const retry = (...more: string[]) => hark(stage, 'runs', 'retry', '--failed', '--since', '2h', ...more);
  expect(await retry()).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('2 runs would be retried'),
  });
  expect((await row(job)).retried_as).toBeNull();
  expect(await retry('--since', 'yesterday')).toMatchObject({ code: 2 });
  expect(await retry('--yes')).toMatchObject({ code: 0, stdout: '2 of 2 runs are retried.\n' });
  expect(await retry('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('No run failed') });
  const listed = await hark(stage, 'runs', '--workflow', 'Under test', '--json');
  expect(JSON.parse(listed.stdout).total).toBe(4);
}, 60_000);
