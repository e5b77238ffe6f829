import { filledText, tree } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

export const workflowStart = defineStep({
  type: 'workflow.start',
  about: 'Starts another workflow.',
  settings: {
    workflow: template(filledText, { refersTo: 'workflow' }),
    data: template(tree.default({})),
  },
  example: { workflow: 'Follow-up', data: { email: '{{ __data.email }}' } },
  output: '`{run_id}`: the id of the started run',
  permissions: ['runs.start'],
  reaches: 'runs',
  canBatch: () => false,
  linksTo: 'run',
});
