import { conflict, HarkError, invalid } from '../../lib/errors.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import { readFieldSet } from './field-set.ts';
import { type CustomTypeName, customTypeNames, typeOf } from './field-types.ts';
import { isFreeAlias, type LeadField } from './lead-field.ts';
import { beginRewriting, insertField, raiseVersion, selectFields, updateField } from './lead-field-store.ts';

/** Identified by alias; omitted properties stay unchanged. */
export interface WantedField {
  alias: string;
  label?: string | undefined;
  type?: CustomTypeName | undefined;
  unique?: boolean | undefined;
  required?: boolean | undefined;
  options?: readonly string[] | undefined;
}

/** Stored values would not match a new type or a new uniqueness. */
const fixed = (alias: string, what: string) =>
  invalid('field_is_fixed', `The ${what} of ${alias} is fixed at creation. Make another field instead.`);

/** Never changes an existing field. */
export async function addLeadField(change: Change, wanted: WantedField): Promise<void> {
  const { byAlias } = await readFieldSet(change.transaction, change.workspace);
  if (byAlias.has(wanted.alias)) {
    throw conflict('field_exists', `There is a field ${wanted.alias} already. Choose another alias.`);
  }
  await saveLeadField(change, wanted);
}

export async function editLeadField(change: Change, wanted: WantedField): Promise<void> {
  const { byAlias } = await readFieldSet(change.transaction, change.workspace);
  if ((byAlias.get(wanted.alias)?.customId ?? null) === null) {
    throw new HarkError('not-found', 'unknown_field', 'There is no such field of your own.');
  }
  await saveLeadField(change, wanted);
}

/** Creates the field with that alias, or changes it if it differs. */
export async function saveLeadField(change: Change, wanted: WantedField): Promise<LeadField> {
  const { transaction, workspace } = change;
  const present = (await selectFields(transaction, workspace)).find((field) => field.alias === wanted.alias);
  if (!present) return createField(change, wanted);
  if (wanted.type !== undefined && wanted.type !== present.type) throw fixed(wanted.alias, 'type');
  if (wanted.unique !== undefined && wanted.unique !== present.unique)
    throw fixed(wanted.alias, 'uniqueness');
  const field = {
    ...present,
    label: wanted.label ?? present.label,
    required: wanted.required ?? present.required,
    options: wanted.options ?? present.options,
  };
  checkOptions(field);
  const changed = changedValues(auditedValues(present), auditedValues(field));
  if (!changed) return present;
  await updateField(transaction, workspace, field);
  await raiseVersion(transaction, workspace);
  await recordAudit(change, { action: 'changed', subject: subjectOf(field), ...changed });
  return field;
}

async function createField(change: Change, wanted: WantedField): Promise<LeadField> {
  const { alias, type, label = alias, unique = false, required = false, options = [] } = wanted;
  if (!isFreeAlias(alias)) {
    throw invalid(
      'bad_alias',
      `"${alias}" cannot be an alias: lower-case letters, digits and _, not one of the built-in fields.`,
    );
  }
  if (type === undefined) throw invalid('field_type_missing', 'A new field needs a type.');
  if (unique && !typeOf({ type }).canBeUnique) {
    throw invalid('field_cannot_be_unique', `A field of the type ${type} cannot be unique.`);
  }
  checkOptions({ type, options });
  const { transaction, workspace } = change;
  const since = await raiseVersion(transaction, workspace);
  const made = { alias, label, type, unique, required, options, since };
  const field = await insertField(transaction, workspace, made);
  await beginRewriting(transaction, workspace);
  await recordAudit(change, {
    action: 'created',
    subject: subjectOf(field),
    old: {},
    new: { alias, ...auditedValues(field) },
  });
  return field;
}

const typesWithOptions = customTypeNames.filter((type) => typeOf({ type }).hasOptions).join(' or ');

function checkOptions(field: Pick<LeadField, 'type' | 'options'>): void {
  if (typeOf(field).hasOptions === (field.options.length === 0)) {
    throw invalid('bad_options', `A ${typesWithOptions} needs options, and no other type takes them.`);
  }
}

const subjectOf = ({ customId, alias }: LeadField) =>
  ({ type: 'lead_field', id: customId ?? 0, name: alias }) as const;
const auditedValues = ({ label, type, unique, required, options }: LeadField) => ({
  label,
  type,
  unique,
  required,
  options,
});
