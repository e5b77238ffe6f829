import { tree, word } from './setting-schemas.ts';
import { defineStep, literalSetting, template } from './step-definition.ts';

export const forEach = defineStep({
  type: 'for_each',
  about: 'Runs steps for each item of a list.',
  settings: { items: template(tree), as: literalSetting(word.default('item')) },
  children: [{ key: 'steps', isRequired: true, loop: { items: 'items', as: 'as' } }],
  example: {
    items: '{{ __data.people }}',
    as: 'person',
    steps: [{ name: 'add', type: 'lead.create', fields: { email: '{{ person.email }}' } }],
  },
  output: 'a list that contains, for each iteration, the output of its last step',
  reaches: 'nothing',
  // A loop can take longer than one transaction may.
  canBatch: () => false,
  keepsProgress: true,
});
