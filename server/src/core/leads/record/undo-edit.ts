import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import type { FieldChange } from '../../history/index.ts';
import type { WrittenLead } from './create-lead.ts';
import { editLead } from './edit-lead.ts';
import type { LeadChange } from './lead-change.ts';
import { requireLead } from './require-lead.ts';

/** Restores the values from before an edit. Rejects the lead if one of them was changed again since. */
export async function undoEdit(
  change: LeadChange,
  id: LeadId,
  changes: readonly FieldChange[],
): Promise<WrittenLead> {
  const { values } = await requireLead(change, id, 'edit');
  for (const { field, new: written } of changes)
    if (!isDeepStrictEqual(values.get(field) ?? null, storedForm(written)))
      throw conflict(
        'changed_since',
        'The lead was changed again after the original change, so it was left as it is.',
      );
  return editLead(change, id, Object.fromEntries(changes.map(({ field, old }) => [field, old])));
}

/** Empty texts and lists are stored as null. */
export const storedForm = (value: unknown): unknown =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null);
