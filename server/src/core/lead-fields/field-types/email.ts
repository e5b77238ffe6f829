import { isEmail } from '../../../lib/email.ts';
import type { FieldType } from '../field-type.ts';
import { readText, refuseValue } from './read-text.ts';
import { text } from './text.ts';

export const email: FieldType = {
  ...text,
  description: 'An email address.',
  example: 'ann@example.test',
  schema: () => ({ type: 'string', format: 'email' }),
  hint: 'an email address',
  read(field, value) {
    const address = readText(field, value);
    if (!isEmail(address)) throw refuseValue(field, 'must be an email address');
    return address;
  },
};
