import { textSetting } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

export const wait = defineStep({
  type: 'wait',
  about: 'Pauses the run for a duration or until a time.',
  settings: { for: template(textSetting.optional()), until: template(textSetting.optional()) },
  rule: {
    message: 'needs either `for` or `until`',
    isMet: (settings) => (settings.for === undefined) !== (settings.until === undefined),
  },
  example: { for: '3 days' },
  reaches: 'nothing',
  canBatch: () => true,
  keepsProgress: true,
});
