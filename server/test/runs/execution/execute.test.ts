import { describe, expect, test } from 'vitest';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveUser } from '../../../src/core/users/index.ts';
import { changing } from '../../harness/builders.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage, nothing, resave, workflowName } from '../run-stage.ts';

const { database, accepted, again, go, row, outputs, paths, endWait, leadsOf } = useRuns();

describe('steps', () => {
  test('nested loops record every iteration and return the outputs of their last steps', async () => {
    const inner = {
      name: 'inner',
      type: 'for_each',
      items: '{{ row }}',
      as: 'cell',
      steps: [set('s', { v: '{{ cell * 10 }}' })],
    };
    const { job } = await accepted(
      [{ name: 'outer', type: 'for_each', items: '{{ __data.rows }}', as: 'row', steps: [inner] }],
      {
        rows: [[1, 2], [], [3]],
      },
    );
    await go(job);
    expect(await paths(job)).toEqual(
      ['outer', 'inner#0', 's#0.0', 's#0.1', 'inner#1', 'inner#2', 's#2.0'].map(
        (path) => `${path} succeeded`,
      ),
    );
    expect((await outputs(job)).outer).toEqual([[{ v: 10 }, { v: 20 }], [], [{ v: 30 }]]);
  });

  test('steps that exceed one transaction continue in the next', async () => {
    const { job } = await accepted(
      [
        {
          name: 'loop',
          type: 'for_each',
          items: '{{ __data.list }}',
          steps: [set('s', { n: '{{ item }}' })],
        },
      ],
      { list: Array.from({ length: 130 }, (_, n) => n) },
    );
    await go(job);
    expect((await row(job)).status).toBe('succeeded');
    expect((await outputs(job)).loop).toHaveLength(130);
  });
});

describe('wait steps', () => {
  test('a long wait inside a loop ends the segment, and the next fence continues with the same items', async () => {
    const loop = {
      name: 'loop',
      type: 'for_each',
      items: '{{ __data.list }}',
      steps: [
        set('before', { seen: '{{ item }}' }),
        { name: 'pause', type: 'wait', for: '2 hours' },
        // If the items were rendered again, they would differ.
        set('after', { list: ['changed'], done: '{{ item }}' }),
      ],
    };
    const { job } = await accepted([loop], { list: ['a', 'b'] });
    const [first] = await go(job);
    const atMs = first?.[1].getTime() ?? 0;
    expect(first?.[0]).toEqual({ ...job, fence: 1 });
    expect(Math.abs(atMs - Date.now() - 7_200_000)).toBeLessThan(10_000);
    expect(await row(job)).toMatchObject({ status: 'waiting', fence: 1, due_at: new Date(atMs) });
    expect(await paths(job)).toEqual(['loop running', 'before#0 succeeded', 'pause#0 waiting']);

    await endWait(job, 'pause#0');
    expect((await go({ ...job, fence: 1 }))[0]?.[0]).toEqual({ ...job, fence: 2 });
    await endWait(job, 'pause#1');
    expect(await go({ ...job, fence: 2 })).toEqual([]);
    expect(await row(job)).toMatchObject({ status: 'succeeded', fence: 2, due_at: null });
    expect(await outputs(job)).toMatchObject({ 'after#0': { done: 'a' }, 'after#1': { done: 'b' } });
  });

  test("a wait starts once: a segment that runs too early keeps the wait's end time", async () => {
    const { job } = await accepted([{ name: 'pause', type: 'wait', for: '2 hours' }]);
    const [first] = await go(job);
    const [second] = await go({ ...job, fence: 1 });
    expect(second).toEqual([{ ...job, fence: 2 }, first?.[1]]);
  });

  test('a short wait stays within the segment', async () => {
    const { job } = await accepted([{ name: 'pause', type: 'wait', for: '1 second' }, nothing]);
    const startedAt = performance.now();
    expect(await go(job)).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(await row(job)).toMatchObject({ status: 'succeeded', fence: 0 });
    expect(await paths(job)).toEqual(['pause succeeded', 'nothing succeeded']);
  });
});

describe('lead steps', () => {
  test("a missing permission is reported with the owner's name, because the reader may be another user", async () => {
    const { stage, job } = await accepted(
      [{ name: 'save', type: 'lead.create', fields: { first_name: 'Lea' } }],
      {},
    );
    await changing(stage.context, stage.workspace.id, async (change) => {
      await saveRole(change, { name: 'Reader', permissions: { 'leads.view': 'all' } });
      // A workspace must keep an administrator.
      await saveUser(change, { email: 'other@acme.test', name: 'Other', role: 'Everything' });
      await saveUser(change, { email: stage.owner.email, role: 'Reader' });
    });
    await go(job);
    const { error } = await row(job);
    expect(error).toContain(
      `The workflow runs as ${stage.owner.name}, whose role doesn't allow it to create this lead.`,
    );
  });

  test('steps act as the owner, with the workflow as the source, and return the leads they found (spec/runs §1.2)', async () => {
    const stage = await buildStage(database.current.context);
    await changing(stage.context, stage.workspace.id, (change) =>
      saveLeadField(change, { alias: 'external_id', type: 'text', unique: true }),
    );
    const match = { external_id: 'e-{{ __data.n }}' };
    await resave(stage, {
      steps: [
        { name: 'made', type: 'lead.upsert', match, fields: { first_name: 'Ada' } },
        { name: 'edited', type: 'lead.upsert', match, fields: { first_name: 'Grace' } },
        { name: 'found', type: 'lead.find', match },
        { name: 'missed', type: 'lead.find', match: { external_id: 'nobody' } },
        { name: 'gone', type: 'lead.delete', match: { id: '{{ steps.found.output.id }}' } },
      ],
    });
    const job = await again(stage, { n: 7 });
    await go(job);
    const results = await outputs(job);
    expect(results.found).toMatchObject({ first_name: 'Grace', external_id: 'e-7' });
    expect([results.missed, results.gone, results.edited.id]).toEqual([
      null,
      { deleted: true },
      results.made.id,
    ]);
    const rows = await database.current.query(
      'select * from lead_history where workspace_id = $1 order by id',
      [stage.workspace.id],
    );
    expect(rows).toHaveLength(3);
    for (const entry of rows) {
      expect(entry).toMatchObject({
        user_name: stage.owner.name,
        means_type: 'workflow',
        means_name: workflowName,
      });
      expect([Number(entry.user_id), Number(entry.means_id)]).toEqual([stage.owner.id, stage.workflow]);
    }
  });

  test.each([
    ['without a field', {}],
    ['with an empty value', { email: '' }],
    ['with an empty value next to a non-empty one', { id: 1, email: '{{ __data.missing }}' }],
  ])('a match %s fails the step instead of matching any lead (spec/runs §2.4)', async (_, match) => {
    const create = { name: 'made', type: 'lead.create', fields: { first_name: 'Ada' } };
    const { stage, job } = await accepted([create, { name: 'gone', type: 'lead.delete', match }]);
    await go(job);
    expect([(await row(job)).status, await paths(job)]).toEqual([
      'failed',
      ['made succeeded', 'gone failed'],
    ]);
    expect(await leadsOf(stage)).toBe(1);
  });

  test('an upsert that creates a lead also uses the values in match (spec/runs §2.4)', async () => {
    const match = { email: 'ada@example.test' };
    const { job } = await accepted([
      { name: 'made', type: 'lead.upsert', match, fields: { first_name: 'Ada' } },
      { name: 'found', type: 'lead.find', match },
    ]);
    await go(job);
    expect((await outputs(job)).found).toMatchObject({ ...match, first_name: 'Ada' });
  });

  test('concurrent runs that upsert the same unique value create one lead, and none fails', async () => {
    const stage = await buildStage(database.current.context);
    await changing(stage.context, stage.workspace.id, (change) =>
      saveLeadField(change, { alias: 'external_id', type: 'text', unique: true }),
    );
    await resave(stage, {
      steps: [
        {
          name: 'up',
          type: 'lead.upsert',
          match: { external_id: 'one' },
          fields: { first_name: 'n{{ __data.n }}' },
        },
      ],
    });
    const jobs = await Promise.all(Array.from({ length: 8 }, (_, n) => again(stage, { n })));
    await Promise.all(jobs.map((job) => go(job)));
    expect(await Promise.all(jobs.map(async (job) => (await row(job)).error))).toEqual(jobs.map(() => null));
    expect(await leadsOf(stage)).toBe(1);
  });
});
