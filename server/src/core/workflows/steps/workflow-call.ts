import { durationSetting, filledText, tree } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

/** spec/runs §2.12 */
export const workflowCall = defineStep({
  type: 'workflow.call',
  about: 'Starts another workflow and waits for the value that it returns.',
  settings: {
    workflow: template(filledText),
    data: template(tree.default({})),
    timeout: template(durationSetting.default('1 day')),
  },
  example: { workflow: 'Follow-up', data: { email: '{{ __data.email }}' }, timeout: '1 hour' },
  output: 'the value that the called run returned, or null',
  permissions: ['runs.start'],
  reaches: 'runs',
  canBatch: () => false,
  refusesSecrets: true,
});
