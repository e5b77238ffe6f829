import { type HarkError, invalidField, isRefusal } from '../../../lib/errors.ts';
import type { LeadId, UserId } from '../../../lib/ids.ts';
import { requireUserId } from '../../users/index.ts';
import { type LeadChange, taken } from './lead-change.ts';
import { readFieldValue } from './lead-input.ts';
import { selectByUnique } from './lead-store.ts';

/** Why a field can't get a value, and the lead that already has the value, if that is the reason. */
export interface Obstacle {
  readonly reason: HarkError;
  readonly holder?: LeadId | undefined;
}

/** Returns why a value can't be written to a lead's field now; undefined if it can (spec/rest-api §5.2). */
export async function findObstacle(
  { transaction, workspace, fields }: LeadChange,
  id: LeadId,
  alias: string,
  raw: unknown,
): Promise<Obstacle | undefined> {
  const field = fields.byAlias.get(alias);
  if (!field) return { reason: invalidField('unknown_field', alias, 'the field no longer exists.') };
  try {
    const value = readFieldValue(field, raw);
    if (value === null) return undefined;
    if (alias === 'owner_id') await requireUserId(transaction, workspace, value as UserId, alias);
    const holder = field.unique ? await selectByUnique(transaction, workspace, field, value) : undefined;
    return holder && holder.id !== id ? { reason: taken(field), holder: holder.id } : undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { reason: error };
  }
}
