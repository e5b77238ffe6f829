// A bad run in a batch fails or waits without affecting the others (docs/design/run-execution.md).
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

const mailing = {
  ...closedOutside,
  mailer: { send: async () => ({ messageId: '<1@hark.test>', rejected: [] }) },
};

/** Executes these runs as one batch and returns the ones to retry. */
const failedOf = (
  jobs: readonly RunJob[],
  outside: Outside = mailing,
  context: Context = database.current.context,
) => new RunExecutor({ outside, logger: silent }).execute(context, jobs);
const statuses = async (jobs: readonly RunJob[]) =>
  Promise.all(jobs.map(async (job) => (await row(job)).status as string));

/** Adds another workflow with these steps to a stage's workspace. */
async function addWorkflow(stage: Stage, name: string, steps: readonly unknown[]): Promise<Stage> {
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

test("a run whose version can't be read is retried alone", async () => {
  const stage = await buildStage(database.current.context, [create]);
  const broken = await addWorkflow(stage, 'Broken', [nothing]);
  await database.current.query(
    `update workflow_versions set steps = '[{"type":"gone"}]' where workflow_id = $1`,
    [broken.workflow],
  );
  const good = await many(stage, [{ name: 'Ann' }, { name: 'Bea' }]);
  const [bad] = (await many(broken, [{}])) as [RunJob];
  const failed = await failedOf([bad, ...good]);
  expect(failed.map(({ job }) => job)).toEqual([bad]);
  expect(failed[0]?.error).toMatchObject({ code: 'version_unreadable' });
  expect(await statuses([...good, bad])).toEqual(['succeeded', 'succeeded', 'queued']);
  expect(await leadsOf(stage)).toBe(2);
});

describe("a string that PostgreSQL can't store", () => {
  const hostile = ['a\u0000b', '\ud800', '\udc00 x', 'x'.repeat(100_000)];
  const start = { name: 'start', type: 'workflow.start', workflow: '{{ __data.text }}', data: {} };
  const find = { name: 'find', type: 'lead.find', match: { email: '{{ __data.text }}' } };
  const stop = { name: 'stop', type: 'stop', as: 'failed', message: '{{ __data.text }}' };
  const mail = { name: 'mail', type: 'notify', user: '{{ __data.text }}', subject: 'Hello', text: 'Hello' };

  test.each([
    ['the workflow name', start],
    ["a lead step's match", find],
    ["a stop step's message", stop],
    ["an email's recipient", mail],
    ["an HTTP request's URL", call('https://{{ __data.text }}.test/')],
  ])("in %s fails the run, and the run isn't retried", async (_, step) => {
    const stage = await buildStage(database.current.context, [step]);
    const jobs = await many(
      stage,
      hostile.map((text) => ({ text })),
    );
    expect(await failedOf(jobs)).toEqual([]);
    expect(await statuses(jobs)).toEqual(jobs.map(() => 'failed'));
  });
});

test('runs with megabyte-sized values all finish, batched or not', async () => {
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

test("CPU-heavy runs don't block the event loop", { timeout: 120_000 }, async () => {
  // About a tenth of a template's budget.
  const heavy =
    '{% for a in 1..100 %}{% for b in 1..100 %}{% if a * b > 20000 %}x{% endif %}{% endfor %}{% endfor %}';
  const steps = Array.from({ length: 30 }, (_, index) => set(`s${index}`, { [`v${index}`]: heavy }));
  const { stage, job } = await accepted(steps);
  const others = await many(stage, Array(31).fill({}));
  // The same timeout as in `hark work`.
  const db = openDatabase(database.current.addresses, {
    ...{ applicationName: 'hark-test', poolSize: 10, logger: silent, patienceMs: 30_000 },
  });
  onTestFinished(() => db.close());
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = performance.now();
  expect(await failedOf([job, ...others], mailing, testContext(db))).toEqual([]);
  const tookMs = performance.now() - startedAt;
  delay.disable();
  // Otherwise the test would prove nothing.
  expect(tookMs).toBeGreaterThan(2_000);
  expect(delay.max / 1e6).toBeLessThan(1_500);
  expect(new Set(await statuses([job, ...others]))).toEqual(new Set(['succeeded']));
});

test("runs with slow calls don't delay other runs in their batch, in any workspace", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await startOutside(async (_request, response) => {
    await released;
    response.end('late');
  });
  const [calling, quiet] = [
    await buildStage(database.current.context, [call(server.url)]),
    await buildStage(database.current.context, [create]),
  ];
  const sibling = await addWorkflow(calling, 'Sibling', [create]);
  const slow = await many(calling, Array(20).fill({}));
  const others = [...(await many(sibling, [{}, {}])), ...(await many(quiet, [{}, {}]))];
  const executing = failedOf([...slow, ...others], reaching(server));
  await expect.poll(() => statuses(others), { timeout: 5_000 }).toEqual(others.map(() => 'succeeded'));
  expect(new Set(await statuses(slow))).toEqual(new Set(['running']));
  release();
  expect(await executing).toEqual([]);
  expect(new Set(await statuses(slow))).toEqual(new Set(['succeeded']));
});

test("a run that waits for a locked lead doesn't block the rest of its batch", {
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
