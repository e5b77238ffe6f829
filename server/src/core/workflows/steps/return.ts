import { tree } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

/** spec/runs §2.12 */
export const returnValue = defineStep({
  type: 'return',
  about: 'Ends the run and returns a value.',
  settings: { value: template(tree.default(null)) },
  example: { value: { total: '{{ __data.price * __data.count }}' } },
  reaches: 'nothing',
  canBatch: () => false,
  endsRun: true,
  refusesSecrets: true,
});
