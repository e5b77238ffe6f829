import { expect, test } from 'vitest';
import { findUnknownNames } from '../../../src/core/workflows/index.ts';
import { changing } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage } from '../run-stage.ts';

const database = useTestDatabase();

const inCity = { alias: 'city', operator: 'eq', value: '{{ __data.city }}' };
const search = (rest = {}) => ({ name: 'found', type: 'lead.search', filters: [inCity], ...rest });

test('unknown fields are reported when the workflow is saved, at their place (spec/runs §2.10)', async () => {
  const stage = await buildStage(database.current.context, [search()]);
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
