import { z } from 'zod';
import { isEmail } from '../../../lib/email.ts';
import { filledText, hasTemplate, retrySetting, textSetting } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

const address = textSetting.refine((value) => hasTemplate(value) || isEmail(value), 'must be a mail address');
const addresses = z.union([address, z.array(address).min(1).max(50)]);

/** spec/runs §2.11 */
export const mailSend = defineStep({
  type: 'mail.send',
  about: 'Sends an email to any address.',
  settings: {
    to: template(addresses),
    cc: template(addresses.optional()),
    reply_to: template(address.optional()),
    subject: template(filledText),
    text: template(filledText.max(100_000)),
    retry: retrySetting,
  },
  example: {
    to: '{{ __data.email }}',
    subject: 'Thank you, {{ __data.first_name }}',
    text: 'We will **call you** within a day.',
  },
  output: '`{message_id, rejected}`: the `Message-ID` header, and the addresses that the mail server refused',
  reaches: 'outside',
  canBatch: () => false,
  needsMail: true,
  refusesSecrets: true,
});
