import { expect, test } from 'vitest';
import { harkAt } from '../harness/hark-process.ts';
import { useRuns } from '../runs/run-actions.ts';
import type { Stage } from '../runs/run-stage.ts';

const { database, accepted, again, go, row } = useRuns();

const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.email }}' } };

const hark = ({ workspace }: Stage, ...args: string[]) =>
  harkAt(database.current, ...args, '--workspace', workspace.baseUrl);

test('`run cancel` and `run retry` report what they did, or explain a rejection in one sentence', async () => {
  const { stage, job } = await accepted([fail]);
  expect(await hark(stage, 'run', 'cancel', job.run)).toMatchObject({
    code: 0,
    stdout: `Canceled ${job.run}.\n`,
  });
  const retried = await hark(stage, 'run', 'retry', job.run, '--json');
  const { retried_as } = JSON.parse(retried.stdout);
  expect((await row({ run: retried_as } as never)).retry_of).toBe(job.run);
  const shown = await hark(stage, 'run', 'show', retried_as);
  expect(shown.stdout).toContain(`retry of ${job.run}`);
  expect(await hark(stage, 'run', 'retry', job.run)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('was already retried'),
  });
  expect(await hark(stage, 'run', 'cancel', 'seventeen')).toMatchObject({ code: 2 });
  expect(await hark(stage, 'run', 'cancel')).toMatchObject({ code: 2 });
});

test('`runs retry` shows how many runs it would retry and exits with 3; with --yes it retries them', async () => {
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
  expect(await retry('--yes')).toMatchObject({ code: 0, stdout: 'Retried 2 of 2 runs.\n' });
  expect(await retry('--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No failed runs to retry'),
  });
  const listed = await hark(stage, 'runs', '--workflow', 'Under test', '--json');
  expect(JSON.parse(listed.stdout).total).toBe(4);
});

test('`run show` prints long values with a line for each field (spec/provisioning §2)', async () => {
  const values = { long: 'x'.repeat(80), nested: { a: 1 } };
  const { stage, job } = await accepted([
    { name: 'short', type: 'set', values: { a: 1 } },
    { name: 'long', type: 'set', values },
  ]);
  await go(job);
  const { stdout } = await hark(stage, 'run', 'show', job.run);
  expect(stdout).toContain('    out  {"a":1}\n');
  expect(stdout).toContain(
    `    out  {\n        "long": "${values.long}",\n        "nested": {\n          "a": 1\n        }\n      }`,
  );
});

test('`run` finds a run by its ID among several workspaces (spec/provisioning §2)', async () => {
  const { job } = await accepted([fail]);
  await accepted([fail]);
  const run = (...args: string[]) => harkAt(database.current, 'run', ...args);
  expect(await run('show', job.run)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${job.run}  queued`)),
  });
  expect(await run('cancel', job.run)).toMatchObject({ code: 0, stdout: `Canceled ${job.run}.\n` });
  expect(await run('retry', job.run)).toMatchObject({ code: 0 });
  const unknown = '01a1e208-bc0c-746d-bbcb-7161ab6e00aa';
  expect(await run('show', unknown)).toMatchObject({
    code: 1,
    stderr: `hark: There is no run ${unknown}.\n`,
  });
});
