import { invalid, invalidField, notFound } from '../../../lib/errors.ts';
import type { LeadId, UserId } from '../../../lib/ids.ts';
import type { FieldValue } from '../../lead-fields/index.ts';
import { requireUserId } from '../../users/index.ts';
import type { WrittenLead } from './create-lead.ts';
import { type LeadChange, taken, writingOf } from './lead-change.ts';
import { changesOf } from './lead-changes.ts';
import {
  type LeadInput,
  readLeadInput,
  requireRequired,
  requireUnchanged,
  uniqueValues,
} from './lead-input.ts';
import { type StoredLead, selectByUnique, selectOwner, updateLead } from './lead-store.ts';
import { ownerOf, withId } from './lead-wire.ts';
import { requireLead } from './require-lead.ts';

/** Changes only the fields in the body, for both PATCH and PUT (spec/rest-api §4.5). */
export async function editLead(change: LeadChange, id: LeadId, body: unknown): Promise<WrittenLead> {
  return write(change, id, readLeadInput(body, change.fields), []);
}

/**
 * Finds an existing lead by a unique field and changes it; never creates a lead. Exactly one lead must match.
 * An `id` that matches no lead results in a 404 even if another field matches (spec/rest-api §4.4).
 */
export async function editMatchingLead(change: LeadChange, body: unknown): Promise<WrittenLead> {
  const input = readLeadInput(body, change.fields);
  const id = await findMatch(change, input);
  if (id === undefined) throw notFound();
  return write(change, id, input, ['id']);
}

/**
 * Returns the lead that a record's unique values match, if any. Throws if the record has no unique values or
 * matches two leads.
 */
export function findLeadId(change: LeadChange, body: unknown): Promise<LeadId | undefined> {
  return findMatch(change, readLeadInput(body, change.fields));
}

/** Finds the matching lead. Leads that the caller can't see never match. */
async function findMatch(change: LeadChange, input: LeadInput): Promise<LeadId | undefined> {
  const { transaction, workspace, fields } = change;
  const named = input.readOnly.get('id');
  const unique = uniqueValues(input.values, fields);
  if (named === undefined && unique.length === 0) {
    throw invalid('no_unique_field', "Send the lead's id or a unique field such as email.");
  }
  if (named !== undefined && !Number.isSafeInteger(named))
    throw invalidField('invalid_value', 'id', 'must be a whole number.');
  const [byId, ...byValue] = await Promise.all([
    named === undefined ? undefined : selectOwner(transaction, workspace, named as LeadId),
    ...unique.map(([field, value]) => selectByUnique(transaction, workspace, field, value)),
  ]);
  const isVisible = (lead: { ownerId: UserId | null } | undefined) =>
    lead !== undefined && change.may('leads.view', lead.ownerId);
  if (named !== undefined && !isVisible(byId)) return undefined;
  const matches = byValue.flatMap((lead) => (lead && isVisible(lead) ? [lead.id] : []));
  const [id, another] = new Set(named === undefined ? matches : [named as LeadId, ...matches]);
  if (another !== undefined) {
    throw invalid(
      'two_matches',
      'The unique fields match two different leads. Send the unique fields of only one lead.',
    );
  }
  return id;
}

async function write(
  change: LeadChange,
  id: LeadId,
  input: LeadInput,
  except: readonly string[],
): Promise<WrittenLead> {
  const { transaction, workspace, actor, clock } = change;
  const present = await requireLead(change, id, 'edit');
  const { fields } = present;
  requireUnchanged(input, shownReadOnly(present), except);
  const values = new Map<string, FieldValue>([...present.values, ...input.values]);
  requireRequired(values, fields);
  const changes = changesOf(present.values, values);
  if (changes.length === 0) return { id, stored: present.stored, isUnchanged: true };
  const [owner, ownerBefore] = [ownerOf({ values }), ownerOf(present)];
  if (owner !== null && owner !== ownerBefore) await requireUserId(transaction, workspace, owner, 'owner_id');
  const now = clock.now();
  const lead = { ...present, values, modifiedBy: actor.user?.id ?? null, dateModified: now };
  const writing = writingOf({ ...change, fields }, now, 'edited', changes);
  const { wire, conflicts } = await updateLead(transaction, workspace, present, lead, writing);
  if (conflicts[0]) throw taken(conflicts[0]);
  return { id, stored: withId(id, wire), changes };
}

const userOf = (id: UserId | null) => (id === null ? null : { id });

const shownReadOnly = ({ id, values, createdBy, modifiedBy, dateAdded, dateModified }: StoredLead) => ({
  id,
  owner: userOf(ownerOf({ values })),
  created_by: userOf(createdBy),
  modified_by: userOf(modifiedBy),
  date_added: dateAdded.toISOString(),
  date_modified: dateModified.toISOString(),
});
