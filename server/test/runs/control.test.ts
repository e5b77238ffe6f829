import { describe, expect, test } from 'vitest';
import {
  cancelRun,
  findFailed,
  previewRetry,
  type RetryParams,
  type RunJob,
  retryRun,
  retryRuns,
} from '../../src/core/runs/index.ts';
import { removeWorkflow } from '../../src/core/workflows/index.ts';
import type { RunId } from '../../src/lib/ids.ts';
import { changing } from '../harness/builders.ts';
import { operator, set, useRuns } from './run-actions.ts';
import { resave, type Stage, workflowName } from './run-stage.ts';

const { database, accepted, again, go, row, paths, outputs, leadsOf } = useRuns();

const fromFailed: RetryParams = { from: 'failed step', repeatCalls: false };
const fromStart: RetryParams = { from: 'start', repeatCalls: false };
const context = () => database.current.context;
const retry = async (job: RunJob, params = fromFailed): Promise<RunJob> => ({
  ...job,
  run: (await retryRun(context(), operator, job, params)).run,
  fence: 0,
});
const cancel = (job: RunJob, controller = operator) => cancelRun(context(), controller, job, undefined);

const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Once' } };
/** A step that fails until the run's input has an email. */
const fail = { name: 'fail', type: 'lead.find', match: { email: '{{ __data.email }}' } };
const later = { name: 'later', type: 'wait', for: '1 hour' };

const audited = ({ workspace }: Stage, action: string) =>
  database.current.query('select * from audit_entries where workspace_id = $1 and action = $2', [
    workspace.id,
    action,
  ]);

describe('a cancelled run (spec/runs §3.1)', () => {
  test("that hadn't started never runs, and is in the audit log", async () => {
    const { stage, job } = await accepted([create]);
    expect(await cancel(job)).toEqual({ wasCancelled: true });
    expect(await cancel(job)).toEqual({ wasCancelled: false });
    await go(job);
    await go({ ...job, fence: 1 });
    expect(await row(job)).toMatchObject({ status: 'cancelled', fence: 1, started_at: null });
    expect((await row(job)).ended_at).not.toBeNull();
    expect(await leadsOf(stage)).toBe(0);
    expect(await audited(stage, 'run cancelled')).toMatchObject([
      { subject_type: 'workflow', new_values: { run: job.run, status: 'cancelled' } },
    ]);
  });

  test("that was waiting doesn't wake up", async () => {
    const { job } = await accepted([later, create]);
    await go(job);
    await cancel(job);
    await go({ ...job, fence: 1 });
    expect((await row(job)).status).toBe('cancelled');
  });

  test('that is executing makes no further writes', async () => {
    const nap = { name: 'nap', type: 'wait', for: '1 second' };
    const { stage, job } = await accepted([create, nap, { ...create, name: 'second' }]);
    const segment = go(job);
    await expect.poll(async () => (await row(job)).status).toBe('running');
    await cancel(job);
    await segment;
    expect((await row(job)).status).toBe('cancelled');
    expect(await leadsOf(stage)).toBe(1);
  });

  test("can't be cancelled after it ended: succeeded, failed and cancelled are final", async () => {
    const { job: succeeded } = await accepted([create]);
    const { job: failed } = await accepted([fail]);
    const { job: cancelled } = await accepted([later]);
    expect((await row(succeeded)).status).toBe('queued');
    for (const job of [succeeded, failed, cancelled]) await go(job);
    expect((await row(cancelled)).status).toBe('waiting');
    await cancel(cancelled);
    for (const job of [succeeded, failed]) {
      await expect(cancel(job)).rejects.toMatchObject({ kind: 'conflict', code: 'run_ended' });
    }
    expect(await cancel(cancelled)).toEqual({ wasCancelled: false });
    for (const job of [succeeded, failed, cancelled]) await go({ ...job, fence: 1 });
    const statuses = await Promise.all(
      [succeeded, failed, cancelled].map(async (job) => (await row(job)).status),
    );
    expect(statuses).toEqual(['succeeded', 'failed', 'cancelled']);
  });
});

describe('a retry (spec/runs §3.3)', () => {
  test('from the failed step reuses the outputs of finished steps, and is a new run linked to the old one', async () => {
    const { stage, job } = await accepted([create, set('a', { x: '{{ steps.lead.output.id }}' }), fail]);
    await go(job);
    expect(await paths(job)).toEqual(['lead succeeded', 'a succeeded', 'fail failed']);
    const next = await retry(job);
    expect(await row(next)).toMatchObject({ status: 'queued', retry_of: job.run, sent_at: null });
    expect((await row(job)).retried_as).toBe(next.run);
    await go(next);
    // The step fails again, but the steps before it aren't repeated.
    expect(await paths(next)).toEqual(['lead succeeded', 'a succeeded', 'fail failed']);
    expect((await outputs(next)).a).toEqual((await outputs(job)).a);
    expect(await leadsOf(stage)).toBe(1);
    expect(await audited(stage, 'run retried')).toMatchObject([
      { old_values: { run: job.run }, new_values: { run: next.run, from: 'failed step' } },
    ]);
  });

  test('resumes in the middle of a loop', async () => {
    const loop = {
      name: 'loop',
      type: 'for_each',
      items: '{{ [1, 2, 3] }}',
      steps: [
        { ...create, name: 'each' },
        { name: 'odd', type: 'set', values: { y: '{{ 6 / (item - 2) }}' } },
      ],
    };
    const { stage, job } = await accepted([loop]);
    await go(job);
    expect(await paths(job)).toContain('odd#1 failed');
    const next = await retry(job);
    await go(next);
    expect(await leadsOf(stage)).toBe(2);
    expect(await paths(next)).toContain('odd#1 failed');
  });

  test('from the start runs every step again, with the published version', async () => {
    const { stage, job } = await accepted([create, fail]);
    await go(job);
    await resave(stage, { steps: [create, set('new', { done: true })] });
    const next = await retry(job, fromStart);
    await go(next);
    expect(await row(next)).toMatchObject({ status: 'succeeded', workflow_version: 2 });
    expect(await leadsOf(stage)).toBe(2);
  });

  test('from the failed step uses the published version if the steps before it are unchanged', async () => {
    const { stage, job } = await accepted([create, fail]);
    await go(job);
    await resave(stage, {
      steps: [create, set('fail', { ok: 1 }), set('more', { x: 2 })],
    });
    const version = { own: 1, published: 2, used: 2, reason: null };
    expect(await previewRetry(context(), operator, job)).toEqual({ ...version, changesFailedStep: true });
    const retried = await retryRun(context(), operator, job, fromFailed);
    expect(retried.version).toEqual(version);
    const next = { ...job, run: retried.run };
    await go(next);
    expect(await row(next)).toMatchObject({ status: 'succeeded', workflow_version: 2 });
    expect(await paths(next)).toEqual(['lead succeeded', 'fail succeeded', 'more succeeded']);
    expect(await leadsOf(stage)).toBe(1);
  });

  test("from the failed step uses the old run's version if an earlier step changed, and returns the reason", async () => {
    const { stage, job } = await accepted([create, fail]);
    await go(job);
    await resave(stage, {
      steps: [{ ...create, fields: { first_name: 'Twice' } }, set('fail', { done: true })],
    });
    const reason =
      'Version 2 changes step "lead", or adds a step before it, and this run is already past that step.';
    expect(await previewRetry(context(), operator, job)).toMatchObject({ used: 1, changesFailedStep: true });
    const retried = await retryRun(context(), operator, job, fromFailed);
    expect(retried.version).toEqual({ own: 1, published: 2, used: 1, reason });
    const next = { ...job, run: retried.run };
    await go(next);
    expect(await row(next)).toMatchObject({ status: 'failed', workflow_version: 1 });
    expect(await audited(stage, 'run retried')).toMatchObject([{ new_values: { version: 1 } }]);
  });

  test('of a run that used the published version returns no reason', async () => {
    const { job } = await accepted([create, fail]);
    await go(job);
    expect(await previewRetry(context(), operator, job)).toEqual({
      own: 1,
      published: 1,
      used: 1,
      reason: null,
      changesFailedStep: false,
    });
  });

  test('from the start is rejected if the old run called external servers, unless repeating the calls is allowed', async () => {
    const { job } = await accepted([create, fail]);
    await go(job);
    await database.current.query(
      "update run_steps set type = 'http.request' where run_id = $1 and path = 'lead'",
      [job.run],
    );
    await expect(retry(job, fromStart)).rejects.toMatchObject({ code: 'calls_would_repeat' });
    expect((await row(job)).retried_as).toBeNull();
    expect((await retry(job, { from: 'start', repeatCalls: true })).run).not.toBe(job.run);
  });

  test('happens once even with concurrent requests, and the new run can be retried', async () => {
    const { job } = await accepted([fail]);
    await go(job);
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => retry(job)));
    const [retried] = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await go(retried as RunJob);
    expect((await row(await retry(retried as RunJob))).retry_of).toBe(retried?.run);
  });

  test('of a cancelled run resumes where the run stopped, and of a running or succeeded run is rejected', async () => {
    const { job } = await accepted([create, later, set('after', { done: true })]);
    await expect(retry(job)).rejects.toMatchObject({ code: 'run_not_retriable' });
    await go(job);
    await cancel(job);
    const next = await retry(job);
    expect(await paths(next)).toEqual(['lead succeeded', 'later waiting']);
    const fine = await accepted([create]);
    await go(fine.job);
    await expect(retry(fine.job)).rejects.toMatchObject({ code: 'run_not_retriable' });
  });

  test('of a run that a stop step ended as failed fails there again', async () => {
    const { job } = await accepted([create, { name: 'halt', type: 'stop', as: 'failed', message: 'no' }]);
    await go(job);
    const next = await retry(job);
    await go(next);
    expect(await row(next)).toMatchObject({ status: 'failed', error: 'no' });
  });

  test('of a disabled or deleted workflow is rejected', async () => {
    const { stage, job } = await accepted([fail]);
    await go(job);
    await resave(stage, { enabled: false });
    await expect(retry(job)).rejects.toMatchObject({ code: 'workflow_disabled' });
    await changing(stage.context, stage.workspace.id, (change) => removeWorkflow(change, workflowName));
    await expect(retry(job)).rejects.toMatchObject({ code: 'workflow_deleted' });
  });
});

describe('choosing the version for a retry from the failed step', () => {
  const one = set('one', { x: 1 });
  const two = set('two', { y: 2 });
  const wrong = set('wrong', { z: '{{ 1 / 0 }}' });
  const right = set('wrong', { z: 1 });
  const loop = (...inner: object[]) => ({
    name: 'loop',
    type: 'for_each',
    items: '{{ [1, 2, 3] }}',
    steps: inner,
  });
  /** A step that fails for the second item. */
  const wrongLater = set('wrong', { z: '{{ 6 / (item - 2) }}' });
  const branch = (inner: readonly object[], more: object = {}) => ({
    name: 'way',
    type: 'branch',
    if: '{{ true }}',
    // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
    then: inner,
    ...more,
  });

  test.each([
    ['published version if the failed step changed', [one, wrong], [one, right], 2],
    [
      'published version if later steps were changed, added or removed',
      [one, wrong, two],
      [one, right, set('three', { x: 3 })],
      2,
    ],
    ['published version if only a note changed', [one, wrong], [{ ...one, note: 'first' }, right], 2],
    ['old version if an earlier step was disabled', [one, wrong], [{ ...one, disabled: true }, right], 1],
    ['published version if the first step failed', [wrong, one], [right, one], 2],
    ['old version if a number became a string', [one, wrong], [set('one', { x: '1' }), right], 1],
    [
      'old version if the type of an earlier step changed',
      [one, wrong],
      [{ name: 'one', type: 'wait', for: '1 second' }, right],
      1,
    ],
    ['old version if an earlier step was added', [one, wrong], [one, two, right], 1],
    ['old version if an earlier step was removed', [one, two, wrong], [one, right], 1],
    ['old version if earlier steps changed order', [one, two, wrong], [two, one, right], 1],
    ['old version if the failed step was removed', [one, wrong], [one], 1],
    ['old version if the failed step was renamed', [one, wrong], [one, set('other', { z: 1 })], 1],
    ['old version if the failed step moved into a branch', [one, wrong], [one, branch([right])], 1],
    [
      'published version if the failed step changed inside a branch',
      [one, branch([two, wrong])],
      [one, branch([two, right], { else: [set('three', {})] })],
      2,
    ],
    [
      'old version if the condition around the failed step changed',
      [branch([wrong])],
      [branch([right], { if: '{{ 1 == 1 }}' })],
      1,
    ],
    [
      'published version if the failed step changed in the first item of a loop',
      [loop(one, wrong, two)],
      [loop(one, right)],
      2,
    ],
    [
      'old version if the items of the loop around the failed step changed',
      [loop(one, wrong)],
      [{ ...loop(one, right), items: '{{ [1] }}' }],
      1,
    ],
    [
      'old version if the failed step changed in a loop with a finished item',
      [loop(one, wrongLater)],
      [loop(one, right)],
      1,
    ],
    [
      'old version if a step was added to a loop with a finished item',
      [loop(one, wrongLater)],
      [loop(one, wrongLater, two)],
      1,
    ],
    [
      'published version if a loop with a finished item is unchanged',
      [loop(one, wrongLater), two],
      [loop(one, wrongLater), set('two', {})],
      2,
    ],
    ['old version if a step inside a finished loop changed', [loop(one), wrong], [loop(one, two), right], 1],
  ])('uses the %s', async (_, before, after, version) => {
    const { stage, job } = await accepted(before);
    await go(job);
    expect((await row(job)).status).toBe('failed');
    await resave(stage, { steps: after });
    const { used, reason } = await previewRetry(context(), operator, job);
    expect([used, reason === null]).toEqual([version, version === 2]);
  });

  test.each([
    ['a changed wait keeps the old version', [one, { ...later, for: '2 hours' }], 1],
    ['a change after the wait uses the published version', [one, later, set('two', { y: 3 })], 2],
  ])('after a run was cancelled: %s', async (_, after, version) => {
    const { stage, job } = await accepted([one, later, two]);
    await go(job);
    await cancel(job);
    await resave(stage, { steps: after });
    expect((await previewRetry(context(), operator, job)).used).toBe(version);
  });
});

test('retries all failed runs in a period at a bounded rate, each once, and continues after a rejected retry', async () => {
  const { stage, job } = await accepted([fail]);
  const jobs = [job, ...(await Promise.all(Array.from({ length: 9 }, () => again(stage))))];
  for (const one of jobs) await go(one);
  const ids = jobs.map((one) => one.run).toSorted();
  await database.current.query("update runs set ended_at = now() - interval '2 days' where id = $1", [
    ids[0],
  ]);
  const now = Date.now();
  const time = { since: new Date(now - 3_600_000), until: new Date(now + 3_600_000), workflow: null };
  const found = await findFailed(context(), stage.workspace.id, time);
  expect(found.toSorted()).toEqual(ids.slice(1));
  await retryRun(context(), operator, { ...job, run: ids[1] as RunId }, fromFailed);
  const startedAt = performance.now();
  const params = { ...fromFailed, perSecond: 20 };
  const { retried, refused } = await retryRuns(context(), operator, stage.workspace.id, found, params);
  expect(performance.now() - startedAt).toBeGreaterThan(380);
  expect(retried.map(({ run }) => run).toSorted()).toEqual(ids.slice(2));
  expect(refused).toMatchObject([{ run: ids[1], reason: expect.stringContaining('was already retried') }]);
  expect(await findFailed(context(), stage.workspace.id, time)).toEqual([]);
});
