import { trees } from '../setting-schemas.ts';
import { defineStep, template } from '../step-definition.ts';

export const leadCreate = defineStep({
  type: 'lead.create',
  about: 'Creates a lead.',
  settings: { fields: template(trees, { refersTo: 'lead fields' }) },
  example: { fields: { email: '{{ __data.email }}' } },
  output: 'the lead',
  permissions: ['leads.create'],
  reaches: 'database',
  canBatch: () => true,
  linksTo: 'lead',
});
