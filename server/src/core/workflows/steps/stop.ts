import { z } from 'zod';
import { textSetting } from './setting-schemas.ts';
import { defineStep, literalSetting, template } from './step-definition.ts';

export const stop = defineStep({
  type: 'stop',
  about: 'Ends the run.',
  settings: {
    as: literalSetting(z.enum(['succeeded', 'failed'])),
    message: template(textSetting.default('')),
  },
  example: { as: 'failed', message: 'There is no email.' },
  reaches: 'nothing',
  // In a batch, every run must succeed or wait.
  canBatch: ({ as }) => as === 'succeeded',
  endsRun: true,
});
