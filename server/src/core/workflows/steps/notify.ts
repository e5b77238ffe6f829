import { filledText, textSetting } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

export const notify = defineStep({
  type: 'notify',
  about: 'Sends an email to a user of this workspace.',
  settings: { user: template(filledText), subject: template(filledText), text: template(textSetting) },
  example: { user: 'ann@acme.test', subject: 'New lead {{ __data.name }}', text: '{{ __data.message }}' },
  reaches: 'outside',
  canBatch: () => false,
  needsMail: true,
});
