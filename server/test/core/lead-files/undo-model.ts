import type { Actor } from '../../../src/core/audit/index.ts';
import type { FieldChange } from '../../../src/core/history/index.ts';
import { readFieldSet } from '../../../src/core/lead-fields/index.ts';
import {
  changeEach,
  createLead,
  deleteLead,
  editLead,
  type LeadChange,
  restoreLead,
} from '../../../src/core/leads/index.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { changing } from '../../harness/builders.ts';
import type { Random } from '../../harness/seeded-random.ts';
import type { TestDatabase } from '../../harness/test-database.ts';

/** A change that was made: by which actor, to which lead, and what it changed. */
export interface Made {
  /** Which change of the history it is. */
  readonly index: number;
  readonly by: number;
  readonly lead: LeadId;
  readonly action: 'created' | 'edited' | 'deleted' | 'restored';
  readonly changes: readonly FieldChange[];
}

/** What a lead should be after the undo, and what should be listed as left alone ('' is the whole lead). */
export interface Expected {
  readonly exists: boolean;
  readonly values: ReadonlyMap<string, unknown>;
  readonly left: readonly string[];
}

const plainFields = ['first_name', 'city', 'company', 'score'] as const;

export interface HistoryParams {
  readonly random: Random;
  readonly actors: readonly Actor[];
  readonly count: number;
  readonly maxLeads: number;
  /** How many email addresses the leads compete for. */
  readonly emails: number;
  /** Makes email addresses and times unique. */
  readonly start: Date;
  readonly stepMs: number;
}

/** Makes random changes by random actors through the product's own code, and returns those that were accepted. */
export async function makeHistory(
  { context }: Pick<TestDatabase, 'context'>,
  workspace: LeadChange['workspace'],
  { random, actors, count, maxLeads, emails, start, stepMs }: HistoryParams,
): Promise<Made[]> {
  const made: Made[] = [];
  const live: LeadId[] = [];
  const deleted: LeadId[] = [];
  const someValue = (field: string) => (field === 'score' ? random.pick(4) : `${field} ${random.pick(4)}`);
  const randomValues = (most: number): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (let left = 1 + random.pick(most); left > 0; left--) {
      const field = random.oneOf(plainFields);
      values[field] = random.chance(15) ? null : someValue(field);
    }
    if (random.chance(40)) values.email = `u${random.pick(emails)}-${start.getTime()}@example.test`;
    return values;
  };
  const perform = async (part: LeadChange, by: number): Promise<Omit<Made, 'index'> | undefined> => {
    const dice = random.pick(100);
    if (live.length + deleted.length < maxLeads && (dice < 25 || live.length === 0)) {
      const { id: lead, changes = [] } = await createLead(part, randomValues(3));
      live.push(lead);
      return { by, lead, action: 'created', changes };
    }
    if (deleted.length > 0 && (dice < 40 || live.length === 0)) {
      const lead = random.oneOf(deleted);
      await restoreLead(part, lead);
      live.push(...deleted.splice(deleted.indexOf(lead), 1));
      return { by, lead, action: 'restored', changes: [] };
    }
    const lead = random.oneOf(live);
    if (dice >= 90) {
      await deleteLead(part, lead);
      deleted.push(...live.splice(live.indexOf(lead), 1));
      return { by, lead, action: 'deleted', changes: [] };
    }
    const { isUnchanged, changes = [] } = await editLead(part, lead, randomValues(2));
    return isUnchanged ? undefined : { by, lead, action: 'edited', changes };
  };
  const perTransaction = 500;
  for (let from = 0; from < count; from += perTransaction)
    await changing(context, workspace, async (change) => {
      const fields = await readFieldSet(change.transaction, workspace);
      for (let index = from; index < Math.min(count, from + perTransaction); index++) {
        const by = random.pick(actors.length);
        const clock = { now: () => new Date(start.getTime() + index * stepMs) };
        const whole = {
          ...change,
          clock,
          fields,
          actor: actors[by] ?? change.actor,
          may: () => true,
          defaultOwner: null,
        };
        const [result] = await changeEach(whole, [by], perform);
        if (result && 'written' in result && result.written) made.push({ index, ...result.written });
      }
    });
  return made;
}

/** Works out the result of an undo from the rules alone, one lead at a time. */
export function expectLead(entries: readonly Made[], isByCause: (made: Made) => boolean): Expected {
  const values = new Map<string, unknown>();
  const authors = new Map<string, { by: 'cause' | 'other'; before: unknown }>();
  let existence: { by: 'cause' | 'other'; before: 'never' | 'live' | 'deleted' } = {
    by: 'other',
    before: 'never',
  };
  let state: 'never' | 'live' | 'deleted' = 'never';
  let isCreated = false;
  let othersSinceBirth = 0;
  for (const entry of entries) {
    const by = isByCause(entry) ? 'cause' : 'other';
    if (entry.action === 'edited') {
      if (by === 'other') othersSinceBirth++;
    } else {
      if (by === 'other' || existence.by === 'other') {
        existence = { by, before: state };
        othersSinceBirth = 0;
      }
      state = entry.action === 'deleted' ? 'deleted' : 'live';
      if (entry.action === 'created' && by === 'cause') isCreated = true;
    }
    for (const { field, new: value } of entry.changes) {
      const author = authors.get(field);
      if (by === 'other' || author?.by !== 'cause')
        authors.set(field, { by, before: values.get(field) ?? null });
      values.set(field, value);
    }
  }
  const isTouched = entries.some(isByCause);
  const keep = (left: string[] = []): Expected => ({ exists: state === 'live', values, left });
  if (!isTouched) return keep();
  const changedFields = new Set(
    entries.filter(isByCause).flatMap(({ changes }) => changes.map(({ field }) => field)),
  );
  const byOthers = [...changedFields].filter((field) => authors.get(field)?.by === 'other');
  const reverted = new Map(values);
  for (const field of changedFields) {
    const author = authors.get(field);
    if (author?.by === 'cause') reverted.set(field, author.before);
  }
  const hasReverts = [...reverted].some(([field, value]) => (values.get(field) ?? null) !== value);
  const hasOthers = entries.some((entry) => !isByCause(entry));
  const kept = hasOthers ? [''] : [];
  if (state === 'deleted') {
    if (existence.by === 'cause' && existence.before === 'live')
      return isCreated
        ? { exists: true, values, left: kept }
        : { exists: true, values: reverted, left: byOthers };
    if (existence.by === 'cause' && (isCreated || !hasReverts)) return keep();
    return keep(['']);
  }
  if (existence.by === 'cause' && existence.before !== 'live' && othersSinceBirth === 0)
    return { exists: false, values: reverted, left: isCreated ? [] : byOthers };
  if (isCreated) return keep(kept);
  const isRestored = existence.by === 'cause' && existence.before === 'deleted';
  return { exists: true, values: reverted, left: [...(isRestored ? [''] : []), ...byOthers] };
}
