import { trees } from '../setting-schemas.ts';
import { defineStep, template } from '../step-definition.ts';

export const leadUpdate = defineStep({
  type: 'lead.update',
  about: 'Updates the lead that matches. Does nothing if no lead matches.',
  settings: {
    match: template(trees, { refersTo: 'unique lead fields' }),
    fields: template(trees, { refersTo: 'lead fields' }),
  },
  example: { match: { email: '{{ __data.email }}' }, fields: { status: 'Customer' } },
  output: 'the lead, or null',
  permissions: ['leads.edit'],
  reaches: 'database',
  canBatch: () => true,
  linksTo: 'lead',
});
