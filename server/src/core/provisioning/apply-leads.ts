import { invalid } from '../../lib/errors.ts';
import type { Change } from '../audit/index.ts';
import { type LeadField, readFieldSet, saveLeadField } from '../lead-fields/index.ts';
import { createLead, deleteLead, editLead, findLeadId, type LeadChange } from '../leads/index.ts';
import { requireUser } from '../users/index.ts';
import type { LeadFieldItem, LeadItem } from './file-schema.ts';

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

/** Returns a change with all permissions, which the operator has. The owner is set explicitly. */
export async function leadChangeIn(change: Change): Promise<LeadChange> {
  const fields = await readFieldSet(change.transaction, change.workspace);
  return { ...change, fields, may: () => true, defaultOwner: null, startsTriggers: false };
}

/** Creates or edits a lead, which is matched by its unique fields. `owner` is a user's email address. */
export async function applyLead(leadChange: LeadChange, change: Change, item: LeadItem): Promise<LeadResult> {
  const { owner, state, ...record } = item;
  if (state !== undefined && state !== 'absent')
    throw invalid('bad_state', 'state: the only valid value is "absent".');
  if (owner !== undefined && typeof owner !== 'string')
    throw invalid('bad_owner', "owner: must be a user's email address.");
  const wanted =
    owner === undefined ? record : { ...record, owner_id: (await requireUser(change, owner)).id };
  const present = await findLeadId(leadChange, wanted);
  if (state === 'absent') {
    if (present !== undefined) await deleteLead(leadChange, present);
    return { ...item, id: null };
  }
  const { id } =
    present === undefined
      ? await createLead(leadChange, wanted)
      : await editLead(leadChange, present, wanted);
  return { ...item, id };
}
