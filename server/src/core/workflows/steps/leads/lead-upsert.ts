import { trees } from '../setting-schemas.ts';
import { defineStep, template } from '../step-definition.ts';

export const leadUpsert = defineStep({
  type: 'lead.upsert',
  about: 'Updates the lead that matches, or creates one.',
  settings: {
    match: template(trees, { refersTo: 'unique lead fields' }),
    fields: template(trees, { refersTo: 'lead fields' }),
  },
  example: { match: { email: '{{ __data.email }}' }, fields: { first_name: '{{ __data.first_name }}' } },
  output: 'the lead',
  permissions: ['leads.create', 'leads.edit'],
  reaches: 'database',
  canBatch: () => true,
  repeatsOnRace: true,
  linksTo: 'lead',
});
