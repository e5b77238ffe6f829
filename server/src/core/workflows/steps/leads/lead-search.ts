import { z } from 'zod';
import { filledText, hasTemplate, textSetting, tree, wholeNumberSetting } from '../setting-schemas.ts';
import { defineStep, template } from '../step-definition.ts';

const matches = textSetting.refine(
  (value) => hasTemplate(value) || value === 'all' || value === 'any',
  'must be all or any',
);

/** spec/runs §2.10 */
export const leadSearch = defineStep({
  type: 'lead.search',
  about: 'Returns the leads that match filters and that the owner can view, and how many there are.',
  settings: {
    filters: template(z.union([z.array(tree), textSetting]).default([]), { refersTo: 'lead fields' }),
    match: template(matches.default('all')),
    order_by: template(filledText.default('id'), { refersTo: 'lead fields' }),
    limit: template(wholeNumberSetting(1, 100).default(100)),
    fields: template(z.union([z.array(filledText), textSetting]).optional(), { refersTo: 'lead fields' }),
  },
  example: {
    filters: [{ alias: 'status', operator: 'eq', value: 'New' }],
    order_by: '-date_added',
    limit: 20,
    fields: ['email', 'first_name'],
  },
  output: '`{total, leads}`: the number of matching leads, and the first of them',
  reaches: 'database',
  // A search sees the uncommitted leads of all runs in its batch.
  canBatch: () => false,
  refusesSecrets: true,
});
