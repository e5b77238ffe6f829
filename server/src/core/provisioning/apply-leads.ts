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

/** A field of the workspace's own. One cannot be deleted by a file: its values would go with it. */
export async function applyLeadField(change: Change, item: LeadFieldItem): Promise<LeadFieldResult> {
  const { customId, alias, label, type, unique, required, options } = await saveLeadField(change, item);
  return { id: customId, alias, label, type, unique, required, options };
}

/** What the file said, with the id. */
export type LeadResult = LeadItem & { id: number | null };

/** The operator may do everything, and his leads belong to whom he says. */
export async function leadChangeIn(change: Change): Promise<LeadChange> {
  const fields = await readFieldSet(change.transaction, change.workspace);
  return { ...change, fields, may: () => true, defaultOwner: null };
}

/** A lead, matched on its unique fields: created or edited; `owner` is the address of a user. */
export async function applyLead(leadChange: LeadChange, change: Change, item: LeadItem): Promise<LeadResult> {
  const { owner, state, ...record } = item;
  if (state !== undefined && state !== 'absent') throw invalid('bad_state', 'state: can only be absent.');
  if (owner !== undefined && typeof owner !== 'string')
    throw invalid('bad_owner', 'owner: must be the address of a user.');
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
