import type { Change } from '../audit/index.ts';
import { type LeadField, saveLeadField } from '../lead-fields/index.ts';
import type { LeadFieldItem } from './file-schema.ts';

export type LeadFieldResult = { id: number | null } & Pick<
  LeadField,
  'alias' | 'label' | 'type' | 'unique' | 'required' | 'options'
>;

/** A field of the workspace's own. One cannot be deleted by a file: its values would go with it. */
export async function applyLeadField(change: Change, item: LeadFieldItem): Promise<LeadFieldResult> {
  const { customId, alias, label, type, unique, required, options } = await saveLeadField(change, item);
  return { id: customId, alias, label, type, unique, required, options };
}
