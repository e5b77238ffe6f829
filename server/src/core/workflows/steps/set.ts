import { z } from 'zod';
import { tree, word } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

export const set = defineStep({
  type: 'set',
  about: 'Sets variables for later steps.',
  settings: { values: template(z.record(word, tree)) },
  example: { values: { full_name: '{{ __data.first_name }} {{ __data.last_name }}' } },
  output: 'the values',
  reaches: 'nothing',
  canBatch: () => true,
  addsToData: true,
});
