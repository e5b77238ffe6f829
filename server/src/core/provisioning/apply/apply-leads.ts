import { invalid } from '../../../lib/errors.ts';
import type { Change } from '../../audit/index.ts';
import { type LeadField, readFieldSet, saveLeadField } from '../../lead-fields/index.ts';
import { createLead, deleteLead, editLead, findLeadId, type LeadChange } from '../../leads/index.ts';
import { requireUser } from '../../users/index.ts';
import type { LeadFieldItem, LeadItem } from '../file/file-schema.ts';
import type { PlannedChange } from '../state/compare-states.ts';

export type LeadFieldResult = { id: number | null } & Pick<
  LeadField,
  'alias' | 'label' | 'type' | 'unique' | 'required' | 'options'
>;

/** Applies a custom field. A file can't delete a field, because its values would be lost. */
export async function applyLeadField(change: Change, item: LeadFieldItem): Promise<LeadFieldResult> {
  const { customId, alias, label, type, unique, required, options } = await saveLeadField(change, item);
  return { id: customId, alias, label, type, unique, required, options };
}

/** The file's item plus the lead's ID. */
export type LeadResult = LeadItem & { id: number | null };

/** The result for a lead, and what was changed. */
interface AppliedLead {
  readonly result: LeadResult;
  readonly changes: readonly PlannedChange[];
}

/** Returns a change with all permissions, which the operator has. The owner is set explicitly. */
export async function leadChangeIn(change: Change): Promise<LeadChange> {
  const fields = await readFieldSet(change.transaction, change.workspace);
  return { ...change, fields, may: () => true, defaultOwner: null, startsTriggers: false };
}

/** Creates or edits a lead, which is matched by its unique fields. `owner` is a user's email address. */
export async function applyLead(
  leadChange: LeadChange,
  change: Change,
  item: LeadItem,
): Promise<AppliedLead> {
  const { owner, state, ...record } = item;
  if (state !== undefined && state !== 'absent')
    throw invalid('bad_state', 'state: the only valid value is "absent".');
  if (owner !== undefined && typeof owner !== 'string')
    throw invalid('bad_owner', "owner: must be a user's email address.");
  const wanted =
    owner === undefined ? record : { ...record, owner_id: (await requireUser(change, owner)).id };
  const present = await findLeadId(leadChange, wanted);
  const planned = { section: 'leads', item: identityOf(leadChange, record) } as const;
  if (state === 'absent') {
    const result = { ...item, id: null };
    if (present === undefined) return { result, changes: [] };
    await deleteLead(leadChange, present);
    return { result, changes: [{ ...planned, action: 'delete', fields: [] }] };
  }
  if (present === undefined) {
    const { id } = await createLead(leadChange, wanted);
    const fields = Object.entries(wanted).map(([field, value]) => ({ field, old: null, new: value }));
    return { result: { ...item, id }, changes: [{ ...planned, action: 'create', fields }] };
  }
  const { id, changes: fields = [] } = await editLead(leadChange, present, wanted);
  return {
    result: { ...item, id },
    changes: fields.length === 0 ? [] : [{ ...planned, action: 'update', fields }],
  };
}

/** Returns the first value by which the lead is matched. */
function identityOf({ fields }: LeadChange, record: Readonly<Record<string, unknown>>): string {
  const unique = [...fields.byAlias.values()].find((field) => field.unique && record[field.alias] != null);
  return String(unique && record[unique.alias]);
}
