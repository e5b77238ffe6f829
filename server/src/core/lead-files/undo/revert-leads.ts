import { isDeepStrictEqual } from 'node:util';
import { isRefusal } from '../../../lib/errors.ts';
import type { JobId, LeadId } from '../../../lib/ids.ts';
import {
  changeEach,
  deleteLead,
  editLead,
  findObstacle,
  type LeadChange,
  type LeadState,
  ownerOf,
  requireRights,
  restoreLead,
  selectLeadStates,
  storedForm,
  taken,
  textKey,
} from '../../leads/index.ts';
import type { CausePeriod } from './cause.ts';
import { type CauseEntry, selectCauseEntries } from './cause-store.ts';
import { type FieldRevert, type LeftAlone, planRevert, type RevertPlan } from './plan-revert.ts';

/** What was done with a lead, or would be. */
export interface Reverted extends RevertPlan {
  readonly lead: LeadId;
}

export interface Undo {
  readonly change: LeadChange;
  readonly period: CausePeriod;
  /** The ID of the first entry that can be by the cause. */
  readonly first: number;
  /** Null in a preview, which changes nothing. */
  readonly job: JobId | null;
  /** The plans of a preview so far: their values count as free. */
  readonly planned: Map<LeadId, RevertPlan>;
  /** The unique values that these plans use, because the database doesn't know about them. */
  readonly claimed: Set<string>;
}

interface Known {
  readonly states: ReadonlyMap<LeadId, LeadState>;
  readonly entries: ReadonlyMap<LeadId, readonly CauseEntry[]>;
}

/** Locks the leads before it reads their history, so that nothing changes between the plan and the writing. */
async function readLeads({ change, ...undo }: Undo, leads: readonly LeadId[]): Promise<Known> {
  const { transaction, workspace, fields } = change;
  const lock = undo.job !== null;
  const states = await selectLeadStates(transaction, workspace, leads, fields, { lock });
  return { states, entries: await selectCauseEntries(transaction, workspace, leads, undo) };
}

/**
 * Undoes the cause's changes to these leads, or only plans it in a preview. A lead that has a value that another
 * lead gets back is undone before it, even if it isn't in the list.
 */
export async function revertLeads(undo: Undo, leads: readonly LeadId[]): Promise<Reverted[]> {
  const known = await readLeads(undo, leads);
  const results: Reverted[] = [];
  const seen = new Set<LeadId>();
  for (const lead of leads) await revertLead(undo, known, lead, { results, seen });
  return results;
}

interface Progress {
  readonly results: Reverted[];
  /** Leads that are done or in progress. */
  readonly seen: Set<LeadId>;
}

async function revertLead(undo: Undo, known: Known, lead: LeadId, progress: Progress): Promise<void> {
  const { results, seen } = progress;
  const entries = known.entries.get(lead) ?? [];
  const state = known.states.get(lead);
  const isDone = entries.some(({ isByUndo }) => isByUndo) || undo.planned.has(lead);
  if (!state || seen.has(lead) || isDone) return;
  seen.add(lead);
  const plan = planRevert(entries);
  const denied = findDenied(undo.change, plan, state);
  if (denied === 'hidden') return;
  if (denied !== undefined) return void results.push({ lead, whole: null, fields: [], left: [denied] });
  const checked =
    (await checkRestore(undo, lead, plan, state, progress)) ??
    (await checkFields(undo, lead, plan, state, progress));
  if (undo.job === null) undo.planned.set(lead, checked);
  const refused = undo.job === null ? null : await write(undo.change, lead, checked);
  results.push({ lead, ...(refused ? { whole: null, fields: [], left: [refused] } : checked) });
}

/** Returns why the user can't undo this lead. A lead that the user can't see isn't even listed (spec/undo §1.3). */
function findDenied(
  change: LeadChange,
  { whole, fields }: RevertPlan,
  { values }: LeadState,
): LeftAlone | 'hidden' | undefined {
  const owner = ownerOf({ values });
  if (!change.may('leads.view', owner)) return 'hidden';
  try {
    if (whole !== null) requireRights(change, owner, whole);
    if (fields.length > 0) requireRights(change, owner, 'edit');
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { field: null, reason: error.message, by: null };
  }
}

/** Returns what happens instead if another lead has taken a unique value of the lead to restore. */
async function checkRestore(
  undo: Undo,
  lead: LeadId,
  { whole }: RevertPlan,
  { values }: LeadState,
  progress: Progress,
): Promise<RevertPlan | undefined> {
  if (whole !== 'restore') return undefined;
  for (const { alias, unique } of undo.change.fields.byAlias.values()) {
    const value = unique ? (values.get(alias) ?? null) : null;
    const reason = value === null ? undefined : await findReason(undo, lead, alias, value, progress);
    if (reason !== undefined) return { whole: null, fields: [], left: [{ field: null, reason, by: null }] };
  }
  return undefined;
}

/** Separates the fields whose values can't be set from those that can (spec/undo §2.3). */
async function checkFields(
  undo: Undo,
  lead: LeadId,
  plan: RevertPlan,
  { values }: LeadState,
  progress: Progress,
): Promise<RevertPlan> {
  const fields: FieldRevert[] = [];
  const left: LeftAlone[] = [...plan.left];
  for (const revert of plan.fields) {
    const { field, from, to } = revert;
    const isCurrent = isDeepStrictEqual(values.get(field) ?? null, storedForm(from));
    const reason =
      undo.change.fields.byAlias.has(field) && !isCurrent
        ? "The field's value was removed since."
        : await findReason(undo, lead, field, to, progress);
    if (reason === undefined) fields.push(revert);
    else left.push({ field, reason, by: null });
  }
  return { whole: plan.whole, fields, left };
}

/** Returns why a field can't get its value back. If the cause gave the value to another lead, undoes that one first. */
async function findReason(
  undo: Undo,
  lead: LeadId,
  field: string,
  value: unknown,
  progress: Progress,
): Promise<string | undefined> {
  const obstacle = await findObstacle(undo.change, lead, field, value);
  if (obstacle) {
    const { reason, holder } = obstacle;
    const isFree = holder !== undefined && (await isReleased(undo, lead, { field, value, holder }, progress));
    if (!isFree) return reason.message;
  }
  return undo.job === null ? claim(undo, field, value) : undefined;
}

/** Undoes the lead that has a unique value, if that releases the value. @returns whether the value is free now */
async function isReleased(
  undo: Undo,
  lead: LeadId,
  { field, value, holder }: { field: string; value: unknown; holder: LeadId },
  progress: Progress,
): Promise<boolean> {
  const releases = (plan: RevertPlan | undefined): boolean =>
    plan?.whole === 'delete' || (plan?.fields ?? []).some((other) => other.field === field);
  if (!undo.planned.has(holder) && !progress.seen.has(holder)) {
    const known = await readLeads(undo, [holder]);
    if (releases(planRevert(known.entries.get(holder) ?? [])))
      await revertLead(undo, known, holder, progress);
  }
  return undo.job === null
    ? releases(undo.planned.get(holder))
    : (await findObstacle(undo.change, lead, field, value)) === undefined;
}

/** Reserves a unique value in a preview. @returns why it can't be used, if an earlier plan uses it */
function claim({ change, claimed }: Undo, alias: string, value: unknown): string | undefined {
  const field = change.fields.byAlias.get(alias);
  if (!field?.unique || (value ?? null) === null) return undefined;
  const key = `${alias} ${textKey(String(value))}`;
  if (claimed.has(key)) return taken(field).message;
  claimed.add(key);
  return undefined;
}

/** Writes what was planned, as normal changes. @returns why nothing was written, if it wasn't */
async function write(
  change: LeadChange,
  lead: LeadId,
  { whole, fields }: RevertPlan,
): Promise<LeftAlone | undefined> {
  if (whole === null && fields.length === 0) return undefined;
  const values = Object.fromEntries(fields.map(({ field, to }) => [field, to]));
  const [result] = await changeEach(change, [lead], async (part, id) => {
    if (whole === 'restore') await restoreLead(part, id);
    if (fields.length > 0) await editLead(part, id, values);
    if (whole === 'delete') await deleteLead(part, id);
  });
  return result && 'refused' in result
    ? { field: null, reason: result.refused.message, by: null }
    : undefined;
}
