import type { FieldType } from './field-type.ts';
import { boolean } from './field-types/boolean.ts';
import { date } from './field-types/date.ts';
import { datetime } from './field-types/datetime.ts';
import { email } from './field-types/email.ts';
import { integer } from './field-types/integer.ts';
import { longText } from './field-types/long-text.ts';
import { multiselect } from './field-types/multiselect.ts';
import { number } from './field-types/number.ts';
import { phone } from './field-types/phone.ts';
import { select } from './field-types/select.ts';
import { tags } from './field-types/tags.ts';
import { text } from './field-types/text.ts';
import { url } from './field-types/url.ts';
import { user } from './field-types/user.ts';
import { userId } from './field-types/user-id.ts';

/** The types of custom fields, by their names in the API (spec/rest-api §5.6). */
const custom = {
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
} as const satisfies Record<string, FieldType>;

/** All types, including those used only by built-in fields. */
const every = { ...custom, tags, user_id: userId, user } as const satisfies Record<string, FieldType>;

export type CustomTypeName = keyof typeof custom;
export type FieldTypeName = keyof typeof every;

export const customTypeNames = Object.keys(custom) as readonly CustomTypeName[];
export const fieldTypeNames = Object.keys(every) as readonly FieldTypeName[];

export const typeOf = ({ type }: { readonly type: FieldTypeName }): FieldType => every[type];
