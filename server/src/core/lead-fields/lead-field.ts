import type { TypedField } from './field-type.ts';
import type { FieldTypeName } from './field-types.ts';

export interface LeadField extends TypedField {
  readonly label: string;
  readonly type: FieldTypeName;
  readonly unique: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** The field's ID; null for built-in fields. */
  readonly customId: number | null;
}

const builtIn = (
  alias: string,
  label: string,
  type: FieldTypeName,
  more: Partial<LeadField> = {},
): LeadField => ({
  alias,
  label,
  type,
  unique: false,
  required: false,
  readOnly: false,
  options: [],
  customId: null,
  ...more,
});

/** The fields that every lead has, in this order (spec/rest-api §5.1). */
export const builtInFields: readonly LeadField[] = [
  builtIn('id', 'ID', 'integer', { unique: true, readOnly: true }),
  builtIn('first_name', 'First name', 'text'),
  builtIn('last_name', 'Last name', 'text'),
  builtIn('email', 'Email', 'email', { unique: true }),
  builtIn('phone', 'Phone', 'phone'),
  builtIn('mobile', 'Mobile', 'phone'),
  builtIn('company', 'Company', 'text'),
  builtIn('position', 'Position', 'text'),
  builtIn('address1', 'Address 1', 'text'),
  builtIn('address2', 'Address 2', 'text'),
  builtIn('city', 'City', 'text'),
  builtIn('state', 'State', 'text'),
  builtIn('zipcode', 'Zip code', 'text'),
  builtIn('country', 'Country', 'text'),
  builtIn('website', 'Website', 'url'),
  builtIn('source', 'Source', 'text'),
  builtIn('status', 'Status', 'text'),
  builtIn('score', 'Score', 'integer'),
  builtIn('tags', 'Tags', 'tags'),
  builtIn('owner_id', 'Owner', 'user_id'),
  builtIn('owner', 'Owner', 'user', { readOnly: true }),
  builtIn('created_by', 'Created by', 'user', { readOnly: true }),
  builtIn('modified_by', 'Modified by', 'user', { readOnly: true }),
  builtIn('date_added', 'Date added', 'datetime', { readOnly: true }),
  builtIn('date_modified', 'Date modified', 'datetime', { readOnly: true }),
];

/** Alternative spellings accepted as input (spec/rest-api §5.1). */
export const inputAliases: ReadonlyMap<string, string> = new Map([
  ['firstname', 'first_name'],
  ['lastname', 'last_name'],
]);

const taken = new Set([...builtInFields.map((field) => field.alias), ...inputAliases.keys()]);

/** Returns whether a custom field may use this alias. */
export const isFreeAlias = (alias: string): boolean =>
  /^[a-z][a-z0-9_]{0,49}$/.test(alias) && !taken.has(alias);
