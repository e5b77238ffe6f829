// A bad run of a batch fails or waits alone (docs/design/run-execution.md).
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Context } from '../../../src/core/context/index.ts';
import type { RunJob } from '../../../src/core/runs/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { openDatabase } from '../../../src/db/database.ts';
import type { Outside } from '../../../src/engine/interpreter/calls/outside-call.ts';
import { RunExecutor } from '../../../src/engine/interpreter/execute-runs.ts';
import { changing } from '../../harness/builders.ts';
import { closedOutside } from '../../harness/closed-outside.ts';
import { silent } from '../../harness/scratch-database.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import { testContext } from '../../harness/test-database.ts';
import { call, reaching } from '../execution/outside.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage, nothing, type Stage } from '../run-stage.ts';

const { database, accepted, again, row, leadsOf } = useRuns();

const mailing = { ...closedOutside, mailer: { send: async () => {} } };

/** What is to be tried again of these, which were handed over together. */
const failedOf = (
  jobs: readonly RunJob[],
  outside: Outside = mailing,
  context: Context = database.current.context,
) => new RunExecutor({ outside, logger: silent }).execute(context, jobs);
const statuses = async (jobs: readonly RunJob[]) =>
  Promise.all(jobs.map(async (job) => (await row(job)).status as string));

/** The same stage with another workflow of these steps. */
async function besides(stage: Stage, name: string, steps: readonly unknown[]): Promise<Stage> {
  const saved = await changing(stage.context, stage.workspace.id, (change) =>
    saveWorkflow(change, { name, owner: stage.owner.email, steps, listener: {} }),
  );
  return { ...stage, listener: saved.listener.id, workflow: saved.id };
}

async function many(stage: Stage, of: readonly unknown[]): Promise<RunJob[]> {
  const jobs: RunJob[] = [];
  for (const data of of) jobs.push(await again(stage, data));
  return jobs;
}

const create = { name: 'lead', type: 'lead.create', fields: { first_name: '{{ __data.name }}' } };

test('a run whose version cannot be read is tried again alone', async () => {
  const stage = await buildStage(database.current.context, [create]);
  const broken = await besides(stage, 'Broken', [nothing]);
  await database.current.asAdministrator((client) =>
    client.query(`update workflow_versions set steps = '[{"type":"gone"}]' where workflow_id = $1`, [
      broken.workflow,
    ]),
  );
  const good = await many(stage, [{ name: 'Ann' }, { name: 'Bea' }]);
  const [bad] = (await many(broken, [{}])) as [RunJob];
  const failed = await failedOf([bad, ...good]);
  expect(failed.map(({ job }) => job)).toEqual([bad]);
  expect(failed[0]?.error).toMatchObject({ code: 'version_unreadable' });
  expect(await statuses([...good, bad])).toEqual(['succeeded', 'succeeded', 'queued']);
  expect(await leadsOf(stage)).toBe(2);
});

describe('what PostgreSQL does not store', () => {
  const hostile = ['a\u0000b', '\ud800', '\udc00 x', 'x'.repeat(100_000)];
  const start = { name: 'start', type: 'workflow.start', workflow: '{{ __data.text }}', data: {} };
  const find = { name: 'find', type: 'lead.find', match: { email: '{{ __data.text }}' } };
  const stop = { name: 'stop', type: 'stop', as: 'failed', message: '{{ __data.text }}' };
  const mail = { name: 'mail', type: 'notify', user: '{{ __data.text }}', subject: 'Hello', text: 'Hello' };

  test.each([
    ['the name of a workflow', start],
    ['what a lead is found by', find],
    ['the reason of a stop', stop],
    ['whom a mail is for', mail],
    ['where a call goes', call('https://{{ __data.text }}.test/')],
  ])('in %s ends the run as failed, and nobody tries it for ever', async (_, step) => {
    const stage = await buildStage(database.current.context, [step]);
    const jobs = await many(
      stage,
      hostile.map((text) => ({ text })),
    );
    expect(await failedOf(jobs)).toEqual([]);
    expect(await statuses(jobs)).toEqual(jobs.map(() => 'failed'));
  });
});

test('runs with values of a megabyte end together or apart, and all of them do', async () => {
  const parts = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, '{{ __data.text }}']));
  const { stage, job } = await accepted(
    [set('big', parts), set('more', { e: '{{ __data.a }}', f: '{{ __data.b }}' })],
    { text: 'x'.repeat(200_000) },
  );
  const others = await many(
    stage,
    Array.from({ length: 31 }, (_, index) => ({ text: `${index}${'x'.repeat(200_000)}` })),
  );
  expect(await failedOf([job, ...others])).toEqual([]);
  expect(new Set(await statuses([job, ...others]))).toEqual(new Set(['succeeded']));
});

test('runs that compute for long let everybody else have a turn', { timeout: 120_000 }, async () => {
  // About a tenth of what one template may use up.
  const heavy =
    '{% for a in 1..100 %}{% for b in 1..100 %}{% if a * b > 20000 %}x{% endif %}{% endfor %}{% endfor %}';
  const steps = Array.from({ length: 30 }, (_, index) => set(`s${index}`, { [`v${index}`]: heavy }));
  const { stage, job } = await accepted(steps);
  const others = await many(stage, Array(31).fill({}));
  // As patient as `work` is.
  const db = openDatabase(database.current.addresses, {
    ...{ applicationName: 'hark-test', poolSize: 10, logger: silent, patienceMs: 30_000 },
  });
  onTestFinished(() => db.close());
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const begunAt = performance.now();
  expect(await failedOf([job, ...others], mailing, testContext(db))).toEqual([]);
  const tookMs = performance.now() - begunAt;
  delay.disable();
  // Or it would not show anything.
  expect(tookMs).toBeGreaterThan(2_000);
  expect(delay.max / 1e6).toBeLessThan(1_500);
  expect(new Set(await statuses([job, ...others]))).toEqual(new Set(['succeeded']));
});

test('runs whose calls take long keep no other of their batch waiting, of whichever workspace', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = await startOutside(async (_request, response) => {
    await answered;
    response.end('late');
  });
  const [calling, calm] = [
    await buildStage(database.current.context, [call(server.url)]),
    await buildStage(database.current.context, [create]),
  ];
  const beside = await besides(calling, 'Beside', [create]);
  const slow = await many(calling, Array(20).fill({}));
  const others = [...(await many(beside, [{}, {}])), ...(await many(calm, [{}, {}]))];
  const executing = failedOf([...slow, ...others], reaching(server));
  await expect.poll(() => statuses(others), { timeout: 5_000 }).toEqual(others.map(() => 'succeeded'));
  expect(new Set(await statuses(slow))).toEqual(new Set(['running']));
  answer();
  expect(await executing).toEqual([]);
  expect(new Set(await statuses(slow))).toEqual(new Set(['succeeded']));
});

test('a run that waits for a lead that somebody else holds keeps nobody else from ending', {
  timeout: 60_000,
}, async () => {
  const edit = {
    name: 'edit',
    type: 'lead.upsert',
    match: { email: '{{ __data.email }}' },
    fields: { first_name: '{{ __data.name }}' },
  };
  const stage = await buildStage(database.current.context, [edit]);
  const emails = ['one', 'two', 'three'].map((name) => `${name}@example.test`);
  await failedOf(
    await many(
      stage,
      emails.map((email) => ({ email, name: 'Before' })),
    ),
  );
  const jobs = await many(
    stage,
    emails.map((email) => ({ email, name: 'After' })),
  );
  const failed = await database.current.asAdministrator(async (client) => {
    await client.query('begin');
    await client.query('select from leads where workspace_id = $1 order by id limit 1 for update', [
      stage.workspace.id,
    ]);
    const failed = await failedOf(jobs);
    await client.query('rollback');
    return failed;
  });
  expect(failed.map(({ job }) => job)).toEqual(jobs.slice(0, 1));
  expect(await statuses(jobs)).toEqual(['queued', 'succeeded', 'succeeded']);
  expect(await failedOf(jobs)).toEqual([]);
  expect(await statuses(jobs)).toEqual(['succeeded', 'succeeded', 'succeeded']);
});
