import { trees } from '../setting-schemas.ts';
import { defineStep, template } from '../step-definition.ts';

export const leadFind = defineStep({
  type: 'lead.find',
  about: 'Returns the lead that matches, or null.',
  settings: { match: template(trees, { refersTo: 'unique lead fields' }) },
  example: { match: { email: '{{ __data.email }}' } },
  output: 'the lead, or null',
  permissions: ['leads.view'],
  reaches: 'database',
  canBatch: () => true,
  linksTo: 'lead',
});
