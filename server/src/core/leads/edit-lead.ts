import { invalid } from '../../lib/errors.ts';
import type { LeadId, UserId } from '../../lib/ids.ts';
import { insertHistory } from '../history/index.ts';
import { requireUserId } from '../users/index.ts';
import type { WrittenLead } from './create-lead.ts';
import type { FieldValue } from './field-value.ts';
import { forbidden, type LeadChange, notFound, taken } from './lead-change.ts';
import { changesOf, customChanges } from './lead-changes.ts';
import {
  type LeadInput,
  readLeadInput,
  requireRequired,
  requireUnchanged,
  uniqueValues,
} from './lead-input.ts';
import { replaceValues, type StoredLead, selectIdByUnique, selectLead, updateLead } from './lead-store.ts';
import { withId } from './lead-wire.ts';

/** Changes the lead of that id: what is given, the rest stays (decisions 6.2; PUT is the same). */
export async function editLead(change: LeadChange, id: LeadId, body: unknown): Promise<WrittenLead> {
  return write(change, id, readLeadInput(body, change.fields), []);
}

/**
 * Seed 4.2: matches an existing record on a unique field and changes it; never creates. Exactly one record must match;
 * an id that matches nothing is 404 even if another field matches (decisions 6.3).
 */
export async function editMatchingLead(change: LeadChange, body: unknown): Promise<WrittenLead> {
  const input = readLeadInput(body, change.fields);
  const id = await findMatch(change, input);
  if (id === undefined) throw notFound();
  return write(change, id, input, ['id']);
}

/** The lead that the unique values of a record name, or undefined; refuses a record that names none, or two. */
export function findLeadId(change: LeadChange, body: unknown): Promise<LeadId | undefined> {
  return findMatch(change, readLeadInput(body, change.fields));
}

/** Leads that the caller may not see take no part: a match with one is none. */
async function findMatch(change: LeadChange, input: LeadInput): Promise<LeadId | undefined> {
  const { transaction, workspace, fields } = change;
  const named = input.readOnly.get('id');
  const unique = uniqueValues(input.values, fields);
  if (named === undefined && unique.length === 0) {
    throw invalid(
      'no_unique_field',
      'Send the id or a unique field, such as email, of the lead that is meant.',
    );
  }
  const ids = new Set<LeadId>();
  if (named !== undefined) {
    if (!Number.isSafeInteger(named)) throw invalid('invalid_value', 'id: must be a whole number.');
    if (!(await isVisible(change, named as LeadId))) return undefined;
    ids.add(named as LeadId);
  }
  for (const [field, value] of unique) {
    const id = await selectIdByUnique(transaction, workspace, field, value);
    if (id !== undefined && (ids.has(id) || (await isVisible(change, id)))) ids.add(id);
  }
  const [id, another] = ids;
  if (another !== undefined) {
    throw invalid('two_matches', 'The unique fields name two different leads. Send those of one.');
  }
  return id;
}

async function isVisible(change: LeadChange, id: LeadId): Promise<boolean> {
  const lead = await selectLead(change.transaction, change.workspace, id, change.fields);
  return (
    lead !== undefined && change.may('leads.view', (lead.values.get('owner_id') ?? null) as UserId | null)
  );
}

async function write(
  change: LeadChange,
  id: LeadId,
  input: LeadInput,
  except: readonly string[],
): Promise<WrittenLead> {
  const { transaction, workspace, actor, clock, fields } = change;
  const present = await requireEditable(change, id);
  requireUnchanged(input, shownReadOnly(present), except);
  const values = new Map<string, FieldValue>([...present.values, ...input.values]);
  requireRequired(values, fields);
  const changes = changesOf(present.values, values);
  if (changes.length === 0) return { id, stored: present.stored };
  const owner = (values.get('owner_id') ?? null) as UserId | null;
  const ownerBefore = (present.values.get('owner_id') ?? null) as UserId | null;
  if (owner !== null && owner !== ownerBefore) await requireUserId(transaction, workspace, owner, 'owner_id');
  const now = clock.now();
  const lead = { ...present, values, modifiedBy: actor.user?.id ?? null, dateModified: now };
  const wire = await updateLead(transaction, workspace, lead, ownerBefore, fields);
  const [lost] = await replaceValues(
    transaction,
    workspace,
    id,
    customChanges(present.values, values, fields),
  );
  if (lost) throw taken(lost);
  await insertHistory(transaction, workspace, id, now, actor, 'edited', changes);
  return { id, stored: withId(id, wire) };
}

/** Not there or not to be seen: 404; to be seen but not to be changed: 403 (decisions 6.1). */
async function requireEditable(change: LeadChange, id: LeadId): Promise<StoredLead> {
  const lead = await selectLead(change.transaction, change.workspace, id, change.fields, { lock: true });
  const owner = (lead?.values.get('owner_id') ?? null) as UserId | null;
  if (!lead || !change.may('leads.view', owner)) throw notFound();
  if (!change.may('leads.edit', owner)) throw forbidden('edit');
  return lead;
}

const userOf = (id: UserId | null) => (id === null ? null : { id });

const shownReadOnly = ({ id, values, createdBy, modifiedBy, dateAdded, dateModified }: StoredLead) => ({
  id,
  owner: userOf((values.get('owner_id') ?? null) as UserId | null),
  created_by: userOf(createdBy),
  modified_by: userOf(modifiedBy),
  date_added: dateAdded.toISOString(),
  date_modified: dateModified.toISOString(),
});
