import type { ApiInput } from '../../api/call.ts';
import type { Field } from './field.ts';
import type { FieldType } from './field-type.ts';
import { boolean } from './field-types/boolean.tsx';
import { date } from './field-types/date.tsx';
import { datetime } from './field-types/datetime.tsx';
import { email } from './field-types/email.tsx';
import { integer } from './field-types/integer.tsx';
import { longText } from './field-types/long-text.tsx';
import { multiselect } from './field-types/multiselect.tsx';
import { number } from './field-types/number.tsx';
import { phone } from './field-types/phone.tsx';
import { select } from './field-types/select.tsx';
import { status } from './field-types/status.tsx';
import { tags } from './field-types/tags.tsx';
import { text } from './field-types/text.tsx';
import { url } from './field-types/url.tsx';
import { user } from './field-types/user.tsx';
import { userId } from './field-types/user-id.tsx';

type CustomTypeName = ApiInput<'POST /lead-fields'>['body']['type'];

/** The types of custom fields, in the order in which they are offered. */
export const customFieldTypes: Readonly<Record<CustomTypeName, FieldType>> = {
  text,
  long_text: longText,
  number,
  integer,
  boolean,
  date,
  datetime,
  email,
  phone,
  url,
  select,
  multiselect,
};

/** All types, including those that only built-in fields have. */
const fieldTypes: Readonly<Record<Field['type'], FieldType>> = {
  ...customFieldTypes,
  tags,
  user_id: userId,
  user,
};

/** The status is text in the API, but the console shows it like a choice. */
export const typeOf = ({
  type,
  alias,
}: {
  readonly type: Field['type'];
  readonly alias?: string;
}): FieldType => (alias === 'status' ? status : fieldTypes[type]);
