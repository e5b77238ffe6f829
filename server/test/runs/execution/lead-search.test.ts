import { describe, expect, test } from 'vitest';
import { createLead } from '../../../src/core/leads/index.ts';
import { findUnknownNames } from '../../../src/core/workflows/index.ts';
import { changing, changingLeads } from '../../harness/builders.ts';
import { set, useRuns } from '../run-actions.ts';
import { buildStage, resave } from '../run-stage.ts';

const { database, again, go, row, outputs } = useRuns();

const inCity = { alias: 'city', operator: 'eq', value: '{{ __data.city }}' };
const search = (rest = {}) => ({ name: 'found', type: 'lead.search', filters: [inCity], ...rest });

async function stageOf(step: object, cities: readonly string[] = ['Bern', 'Bern', 'Chur']) {
  const { context } = database.current;
  const stage = await buildStage(context, [step]);
  for (const [index, city] of cities.entries()) {
    await changingLeads(context, stage.workspace.id, (change) =>
      createLead(change, { city, first_name: `Ann ${index}` }),
    );
  }
  return stage;
}

describe('lead.search (spec/runs §2.10)', () => {
  test('finds, orders and limits; the total counts all matches', async () => {
    const stage = await stageOf(search({ order_by: '-first_name', limit: 1, fields: ['first_name'] }));
    const job = await again(stage, { city: 'Bern' });
    await go(job);
    expect((await outputs(job)).found).toEqual({
      total: 2,
      leads: [{ id: expect.any(Number), first_name: 'Ann 1' }],
    });
  });

  test('sees what earlier steps of the run wrote', async () => {
    const stage = await stageOf(search());
    const save = { name: 'save', type: 'lead.create', fields: { city: 'Thun' } };
    await resave(stage, { steps: [save, search(), set('after', { n: '{{ steps.found.output.total }}' })] });
    const job = await again(stage, { city: 'Thun' });
    await go(job);
    expect((await outputs(job)).after).toEqual({ n: 1 });
  });

  test.each([{}, { city: '' }, { city: null }])('an empty value never means any lead: %j', async (data) => {
    const job = await again(await stageOf(search()), data);
    await go(job);
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: 'found: filters: city eq needs a value; use is_empty to find empty fields.',
    });
  });

  test.each([0, 101, -1, 'many', 1.5])('a limit of %j fails the step', async (limit) => {
    const job = await again(await stageOf(search({ limit: '{{ __data.limit }}' }), []), {
      city: 'Bern',
      limit,
    });
    await go(job);
    expect((await row(job)).error).toBe('found: limit: must be a whole number from 1 to 100.');
  });

  test('unknown fields are reported when the workflow is saved, at their place', async () => {
    const stage = await stageOf(search(), []);
    const group = { any: [{ alias: 'citty', operator: 'eq', value: 'x' }] };
    const wrong = search({ filters: [group], order_by: '-emial', fields: ['nobody'] });
    const found = await changing(database.current.context, stage.workspace.id, (change) =>
      findUnknownNames(change, [wrong], { workflows: new Set() }),
    );
    expect(found).toEqual([
      {
        path: [0, 'filters', 0, 'any', 0, 'alias'],
        message: 'Unknown lead field "citty". Did you mean city?',
      },
      { path: [0, 'order_by'], message: 'Unknown lead field "emial". Did you mean email?' },
      { path: [0, 'fields', 0], message: 'Unknown lead field "nobody".' },
    ]);
  });

  test('a secret is refused, directly and through another step', async () => {
    const stage = await stageOf(search(), []);
    const filter = (value: string) => search({ filters: [{ alias: 'city', operator: 'eq', value }] });
    await expect(resave(stage, { steps: [filter('{{ secrets.key }}')] })).rejects.toThrow(
      'must not contain a secret',
    );
    const signed = set('signed', { token: "{{ hashHmac('sha256', 'a', secrets.key) }}" });
    const through = [signed, filter('{{ steps.signed.output.token }}')];
    await expect(resave(stage, { steps: through })).rejects.toThrow('must not contain a secret');
    const asData = [signed, filter('{{ __data.token }}')];
    await expect(resave(stage, { steps: asData })).rejects.toThrow('must not contain a secret');
  });
});
