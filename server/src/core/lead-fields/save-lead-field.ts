import { conflict, HarkError, invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { shown } from '../../lib/shown.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import { type CustomTypeName, customTypeNames, typeOf } from './field-types.ts';
import { isFreeAlias, type LeadField } from './lead-field.ts';
import { beginRewriting, insertField, raiseVersion, selectFields, updateField } from './lead-field-store.ts';

/** A field to create or change, identified by its alias. Omitted properties stay unchanged. */
export interface WantedField {
  alias: string;
  label?: string | undefined;
  type?: CustomTypeName | undefined;
  unique?: boolean | undefined;
  required?: boolean | undefined;
  options?: readonly string[] | undefined;
}

/** The error for changing a field's type or uniqueness. Stored values might not match the change. */
const fixed = (alias: string, what: string) =>
  invalid('field_is_fixed', `The ${what} of ${alias} can't be changed. Create another field instead.`);

/** Creates a field. Throws if another custom field has the alias. */
export async function addLeadField(change: Change, wanted: WantedField): Promise<LeadField> {
  const fields = await selectFields(change.transaction, change.workspace);
  if (fields.some(({ alias }) => alias === wanted.alias)) {
    throw conflict(
      'field_exists',
      `A field with the alias ${wanted.alias} already exists. Choose another alias.`,
      'alias',
    );
  }
  return createField(change, wanted);
}

export async function editLeadField(change: Change, wanted: WantedField): Promise<LeadField> {
  await findCustomField(change, wanted.alias);
  return saveLeadField(change, wanted);
}

/** @throws HarkError if the workspace has no custom field with this alias */
export async function findCustomField(
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  alias: string,
): Promise<LeadField> {
  const field = (await selectFields(transaction, workspace)).find((one) => one.alias === alias);
  if (field) return field;
  throw new HarkError('not-found', 'unknown_lead_field', "This custom field doesn't exist.");
}

export const readCustomField = ({ db }: Context, workspace: WorkspaceId, alias: string): Promise<LeadField> =>
  db.read(workspace, (transaction) => findCustomField({ transaction, workspace }, alias));

/** Creates the field with this alias, or changes it if its properties differ. */
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
    throw new HarkError(
      'invalid',
      'bad_alias',
      `"${shown(alias)}" can't be an alias. Use lower-case letters, digits and _, and not the name of a built-in field.`,
      { field: 'alias' },
    );
  }
  if (type === undefined)
    throw new HarkError('invalid', 'field_type_missing', 'A new field needs a type.', { field: 'type' });
  if (unique && !typeOf({ type }).canBeUnique) {
    throw new HarkError('invalid', 'field_cannot_be_unique', `A field of type ${type} can't be unique.`, {
      field: 'unique',
    });
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
    throw new HarkError(
      'invalid',
      'bad_options',
      `A field of type ${typesWithOptions} needs options; other types can't have them.`,
      { field: 'options' },
    );
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
