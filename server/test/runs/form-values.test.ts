// Forms and query strings send text. Lead steps convert it for number and boolean fields (spec/runs §2.2).
import { beforeAll, describe, expect, test } from 'vitest';
import { saveLeadField } from '../../src/core/lead-fields/index.ts';
import { changing } from '../harness/builders.ts';
import { useRuns } from './run-actions.ts';
import { buildStage, resave, type Stage } from './run-stage.ts';

const { database, again, go, row, outputs } = useRuns();
const read = (name: string) => `{{ __data.${name} }}`;
const fields = {
  external: read('external'),
  score: read('score'),
  budget: read('budget'),
  consent: read('consent'),
  zipcode: read('zipcode'),
};
let stage: Stage;

beforeAll(async () => {
  stage = await buildStage(database.current.context);
  await changing(stage.context, stage.workspace.id, async (change) => {
    await saveLeadField(change, { alias: 'external', type: 'integer', unique: true });
    await saveLeadField(change, { alias: 'budget', type: 'number' });
    await saveLeadField(change, { alias: 'consent', type: 'boolean' });
  });
  await resave(stage, {
    steps: [
      { name: 'made', type: 'lead.create', fields },
      { name: 'up', type: 'lead.upsert', match: { external: read('external') }, fields: { score: '51' } },
      {
        name: 'found',
        type: 'lead.find',
        match: { id: '{{ steps.made.output.id }}', external: read('external') },
      },
    ],
  });
});

describe('text from a form (spec/runs §2.2)', () => {
  test('becomes a number or boolean in such a field, and stays text in any other', async () => {
    const job = await again(stage, {
      external: '7',
      score: ' 50 ',
      budget: '2500.5',
      consent: 'on',
      zipcode: '01234',
    });
    await go(job);
    expect(await row(job)).toMatchObject({ status: 'succeeded', error: null });
    const { made, found } = await outputs(job);
    expect(made).toMatchObject({ external: 7, score: 50, budget: 2500.5, consent: true, zipcode: '01234' });
    expect(found).toMatchObject({ id: made.id, score: 51 });
  });

  test.each([
    ['external', '7.5', 'must be a whole number'],
    ['external', '90071992547409931', 'must be a whole number'],
    ['budget', '90071992547409931', 'must be a number'],
    ['budget', 'a lot', 'must be a number'],
    ['consent', 'perhaps', 'must be true or false'],
  ])('%s: "%s" fails the step, because it %s', async (name, value, message) => {
    const job = await again(stage, { [name]: value });
    await go(job);
    expect(await row(job)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(`${name}: ${message}`),
    });
  });
});
