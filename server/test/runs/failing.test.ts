import { describe, expect, test } from 'vitest';
import { set, useRuns } from './run-actions.ts';
import { buildStage, nothing } from './run-stage.ts';

const { database, accepted, go, row, steps, paths, leadsOf, endWait } = useRuns();

const failing = { name: 'bad', type: 'lead.update', match: { id: '' }, fields: {} };

describe('failing', () => {
  test('of several steps the finished ones count, the failed one is recorded, and later ones are not done', async () => {
    const create = { name: 'lead', type: 'lead.create', fields: { first_name: 'Ada' } };
    const { stage, job } = await accepted([create, set('a', { x: 1 }), failing, set('b', { x: 2 })]);
    await go(job);
    const { status, error } = await row(job);
    expect([status, error]).toEqual(['failed', expect.stringContaining('bad: match.id')]);
    expect(await paths(job)).toEqual(['lead succeeded', 'a succeeded', 'bad failed']);
    expect((await steps(job))[2]?.error).toContain('It is empty');
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a lead whose address another one has already fails the run, which is not tried for ever', async () => {
    const create = (name: string) => ({ name, type: 'lead.create', fields: { email: 'ann@example.test' } });
    const { stage, job } = await accepted([create('first'), create('second')]);
    await go(job);
    const { status, error } = await row(job);
    expect([status, error]).toEqual(['failed', 'second: email: is already taken by another lead.']);
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a wait and a loop that are over before the step that fails are recorded as such', async () => {
    const loop = { name: 'loop', type: 'for_each', items: [1, 2], steps: [set('s', { n: '{{ item }}' })] };
    const { job } = await accepted([{ name: 'pause', type: 'wait', for: '1 second' }, loop, failing]);
    await go(job);
    expect(await paths(job)).toEqual(
      ['pause', 'loop', 's#0', 's#1'].map((path) => `${path} succeeded`).concat('bad failed'),
    );
  });

  test('a failure that speaks of a connection or a timeout is one all the same, and no trouble of the database', async () => {
    const speaking = set('bad', { connection_timeout: '{{ __data.text + 1 }}' });
    const { job } = await accepted([speaking], { text: 'no number' });
    await go(job);
    const { status, error } = await row(job);
    expect([status, error]).toEqual(['failed', expect.stringContaining('bad: values.connection_timeout')]);
  });

  test('a stop whose message cannot be made fails alone: what was done before it counts', async () => {
    const stop = { name: 'halt', type: 'stop', as: 'succeeded', message: '{{ __data.text + 1 }}' };
    const { job } = await accepted([set('a', { x: 1 }), stop], { text: 'no number' });
    await go(job);
    expect(await paths(job)).toEqual(['a succeeded', 'halt failed']);
    expect((await row(job)).status).toBe('failed');
  });

  test.each([
    ['an output', [set('big', { text: '{{ __data.half }}{{ __data.half }}' })]],
    [
      'the input of a lead',
      [{ name: 'big', type: 'lead.create', fields: { first_name: '{{ __data.half }}{{ __data.half }}' } }],
    ],
  ])('%s beyond 1 MiB fails the step, and is not tried for ever', async (_, given) => {
    const { job } = await accepted(given, { half: 'x'.repeat(600_000) });
    await go(job);
    expect((await row(job)).status).toBe('failed');
    expect(await paths(job)).toEqual(['big failed']);
  });

  test('the limit counts bytes, not characters', async () => {
    const { job } = await accepted([set('big', { text: '{{ __data.text }}' })], {
      text: 'ä'.repeat(600_000),
    });
    await go(job);
    expect(await paths(job)).toEqual(['big failed']);
    expect((await row(job)).error).toContain('1 MiB');
  });

  test('so does the limit of a run, also for what an earlier segment stored', async () => {
    const turn = (name: string, count: number) => ({
      name,
      type: 'for_each',
      items: Array.from({ length: count }, () => 1),
      steps: [set(`${name}_s`, { text: '{{ __data.text }}' }), set(`${name}_t`, { n: 1 })],
    });
    const steps = [turn('one', 10), { name: 'pause', type: 'wait', for: '2 hours' }, turn('two', 9)];
    const { job } = await accepted(steps, { text: 'ä'.repeat(230_000) });
    await go(job);
    expect((await row(job)).status).toBe('waiting');
    await endWait(job, 'pause');
    await go({ ...job, fence: 1 });
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('16 MiB') });
  });

  test('the outputs of a loop beyond 1 MiB fail the loop; its turns count', async () => {
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

  test('a run whose steps hold more than 16 MiB fails, wherever it notices (spec/runs §3.2, spec/limits §4)', async () => {
    const loop = {
      name: 'loop',
      type: 'for_each',
      items: '{{ __data.list }}',
      steps: [set('s', { text: '{{ __data.big }}' }), set('t', { n: 1 })],
    };
    const { job } = await accepted([loop], {
      big: 'x'.repeat(900_000),
      list: Array.from({ length: 20 }, () => 1),
    });
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('16 MiB') });
  });

  test('the 10,000th step of a run succeeds, the next one fails (spec/runs §3.2, spec/limits §4)', async () => {
    const pause = { name: 'pause', type: 'wait', for: '2 hours' };
    const { job } = await accepted([set('first', {}), pause, set('last', {}), set('beyond', {})]);
    await go(job);
    await database.current.asAdministrator((client) =>
      client.query(
        `insert into run_steps
         select (jsonb_populate_record(s, jsonb_build_object('path', 'first#' || n, 'position', n + 1))).*
         from run_steps s, generate_series(1, 9997) as n where run_id = $1 and path = 'first'`,
        [job.run],
      ),
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
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('a year') });
  });

  test('a loop over more than 1,000 items fails (spec/limits §4)', async () => {
    const loop = { name: 'loop', type: 'for_each', items: '{{ __data.list }}', steps: [nothing] };
    const { job } = await accepted([loop], { list: Array.from({ length: 1_001 }, () => 1) });
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('1000') });
  });

  test.each(['secrets', 'steps', 'run', 'now', 'workspace'])('a loop cannot call its item %s', async (as) => {
    const loop = { name: 'loop', type: 'for_each', items: [1], as, steps: [nothing] };
    await expect(buildStage(database.current.context, [loop])).rejects.toThrow(/as/);
  });

  test('a loop cannot give its item the name of the item around it', async () => {
    const inner = { name: 'inner', type: 'for_each', items: [1], steps: [nothing] };
    const outer = { name: 'outer', type: 'for_each', items: [1], steps: [inner] };
    await expect(buildStage(database.current.context, [outer])).rejects.toThrow(/item/);
  });
});
