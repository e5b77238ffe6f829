import { z } from 'zod';
import { text } from './setting-schemas.ts';
import { defineStep, literal, template } from './step-definition.ts';

export const stop = defineStep({
  type: 'stop',
  about: 'Ends the run.',
  settings: { as: literal(z.enum(['succeeded', 'failed'])), message: template(text.default('')) },
  example: { as: 'failed', message: 'There is no email.' },
  reaches: 'nothing',
  // A batch only settles runs that succeed or wait.
  canBatch: ({ as }) => as === 'succeeded',
  endsRun: true,
});
