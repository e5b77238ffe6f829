import { textSetting } from './setting-schemas.ts';
import { condition, defineStep } from './step-definition.ts';

export const branch = defineStep({
  type: 'branch',
  about: 'Runs one of two lists of steps, depending on a condition.',
  settings: { if: condition(textSetting) },
  children: [{ key: 'then' }, { key: 'else' }],
  example: {
    if: '{{ __data.email is not empty }}',
    else: [{ name: 'refuse', type: 'stop', as: 'failed', message: 'There is no email.' }],
  },
  output: '`{taken}`: then or else',
  reaches: 'nothing',
  canBatch: () => true,
});
