import { trees } from '../setting-schemas.ts';
import { defineStep, template } from '../step-definition.ts';

export const leadDelete = defineStep({
  type: 'lead.delete',
  about: 'Deletes the lead that matches.',
  settings: { match: template(trees, { refersTo: 'unique lead fields' }) },
  example: { match: { email: '{{ __data.email }}' } },
  output: '`{deleted}`: true or false',
  permissions: ['leads.delete'],
  reaches: 'database',
  canBatch: () => true,
});
