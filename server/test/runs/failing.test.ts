import { describe, expect, test } from 'vitest';
import { set, useRuns } from './run-actions.ts';
import { buildStage, nothing } from './run-stage.ts';

const { database, accepted, go, row, steps, paths, leadsOf, endWait } = useRuns();

const failing = { name: 'bad', type: 'lead.update', match: { id: '' }, fields: {} };

describe('a failing run', () => {
  test('keeps its finished steps, records the failed one and skips later ones', async () => {
    const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Ada' } };
    const { stage, job } = await accepted([create, set('a', { x: 1 }), failing, set('b', { x: 2 })]);
    await go(job);
    const { status, error } = await row(job);
    expect([status, error]).toEqual(['failed', expect.stringContaining('bad: match.id')]);
    expect(await paths(job)).toEqual(['lead succeeded', 'a succeeded', 'bad failed']);
    expect((await steps(job))[2]?.error).toContain('The value is empty');
    expect(await leadsOf(stage)).toBe(1);
  });

  test("with a duplicate email address fails and isn't retried", async () => {
    const create = (name: string) => ({ name, type: 'lead.create', fields: { email: 'ann@example.test' } });
    const { stage, job } = await accepted([create('first'), create('second')]);
    await go(job);
    const { status, error } = await row(job);
    expect([status, error]).toEqual(['failed', 'second: email: is already taken by another lead.']);
    expect(await leadsOf(stage)).toBe(1);
  });

  test('records a wait and a loop before the failed step as succeeded', async () => {
    const loop = { name: 'loop', type: 'for_each', items: [1, 2], steps: [set('s', { n: '{{ item }}' })] };
    const { job } = await accepted([{ name: 'pause', type: 'wait', for: '1 second' }, loop, failing]);
    await go(job);
    expect(await paths(job)).toEqual(
      ['pause', 'loop', 's#0', 's#1'].map((path) => `${path} succeeded`).concat('bad failed'),
    );
  });

  test("whose error mentions a connection or a timeout fails and isn't mistaken for a database outage", async () => {
    const misleading = set('bad', { connection_timeout: '{{ __data.text + 1 }}' });
    const { job } = await accepted([misleading], { text: 'no number' });
    await go(job);
    const { status, error } = await row(job);
    expect([status, error]).toEqual(['failed', expect.stringContaining('bad: values.connection_timeout')]);
  });

  test("whose stop message can't be rendered keeps its earlier steps", async () => {
    const stop = { name: 'halt', type: 'stop', as: 'succeeded', message: '{{ __data.text + 1 }}' };
    const { job } = await accepted([set('a', { x: 1 }), stop], { text: 'no number' });
    await go(job);
    expect(await paths(job)).toEqual(['a succeeded', 'halt failed']);
    expect((await row(job)).status).toBe('failed');
  });

  test.each([
    [
      'the input of a lead step',
      [{ name: 'big', type: 'lead.create', fields: { first_name: '{{ __data.half }}{{ __data.half }}' } }],
    ],
  ])("%s beyond 1 MiB fails the step and isn't retried", async (_, steps) => {
    const { job } = await accepted(steps, { half: 'x'.repeat(600_000) });
    await go(job);
    expect((await row(job)).status).toBe('failed');
    expect(await paths(job)).toEqual(['big failed']);
  });

  test('the 1 MiB limit counts bytes, not characters', async () => {
    const { job } = await accepted([set('big', { text: '{{ __data.text }}' })], {
      text: 'ä'.repeat(600_000),
    });
    await go(job);
    expect(await paths(job)).toEqual(['big failed']);
    expect((await row(job)).error).toContain('1 MiB');
  });

  test('the 16 MiB limit counts bytes too, including bytes stored by an earlier segment (spec/runs §3.2, spec/limits §4)', async () => {
    const loop = (name: string, count: number) => ({
      name,
      type: 'for_each',
      items: Array.from({ length: count }, () => 1),
      steps: [set(`${name}_s`, { text: '{{ __data.text }}' }), set(`${name}_t`, { n: 1 })],
    });
    const steps = [loop('one', 10), { name: 'pause', type: 'wait', for: '2 hours' }, loop('two', 9)];
    const { job } = await accepted(steps, { text: 'ä'.repeat(230_000) });
    await go(job);
    expect((await row(job)).status).toBe('waiting');
    await endWait(job, 'pause');
    await go({ ...job, fence: 1 });
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('16 MiB') });
  });

  test('loop outputs beyond 1 MiB fail the loop, and its recorded iterations are kept', async () => {
    const loop = {
      name: 'loop',
      type: 'for_each',
      items: [1, 2, 3],
      steps: [set('s', { text: '{{ __data.big }}' })],
    };
    const { job } = await accepted([loop], { big: 'x'.repeat(400_000) });
    await go(job);
    expect(await paths(job)).toEqual(['loop failed', 's#0 succeeded', 's#1 succeeded', 's#2 succeeded']);
    expect((await row(job)).error).toContain('1 MiB');
  });

  test('the 10,000th step of a run succeeds, the next one fails (spec/runs §3.2, spec/limits §4)', async () => {
    const pause = { name: 'pause', type: 'wait', for: '2 hours' };
    const { job } = await accepted([set('first', {}), pause, set('last', {}), set('beyond', {})]);
    await go(job);
    await database.current.query(
      `insert into run_steps
         select (jsonb_populate_record(s, jsonb_build_object('path', 'first#' || n, 'position', n + 1))).*
         from run_steps s, generate_series(1, 9997) as n where run_id = $1 and path = 'first'`,
      [job.run],
    );
    await endWait(job, 'pause');
    await go({ ...job, fence: 1 });
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('10,000 steps'),
    });
    expect((await paths(job)).slice(-2)).toEqual(['last succeeded', 'beyond failed']);
  });

  test('a wait of more than a year fails (spec/runs §3.2, spec/limits §4)', async () => {
    const { job } = await accepted([{ name: 'pause', type: 'wait', for: '400 days' }]);
    await go(job);
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('at most one year'),
    });
  });

  test('a loop over more than 1,000 items fails (spec/limits §4)', async () => {
    const loop = { name: 'loop', type: 'for_each', items: '{{ __data.list }}', steps: [nothing] };
    const { job } = await accepted([loop], { list: Array.from({ length: 1_001 }, () => 1) });
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('1000') });
  });

  test.each(['secrets', 'steps', 'run', 'now', 'workspace'])("a loop can't name its item %s", async (as) => {
    const loop = { name: 'loop', type: 'for_each', items: [1], as, steps: [nothing] };
    await expect(buildStage(database.current.context, [loop])).rejects.toThrow(/as/);
  });

  test("a nested loop can't reuse the item name of the outer loop", async () => {
    const inner = { name: 'inner', type: 'for_each', items: [1], steps: [nothing] };
    const outer = { name: 'outer', type: 'for_each', items: [1], steps: [inner] };
    await expect(buildStage(database.current.context, [outer])).rejects.toThrow(/item/);
  });
});
