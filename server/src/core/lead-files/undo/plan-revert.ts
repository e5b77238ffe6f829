import { isDeepStrictEqual } from 'node:util';
import type { CauseEntry } from './cause-store.ts';

export interface FieldRevert {
  readonly field: string;
  /** The value that the cause wrote. */
  readonly from: unknown;
  /** The value from before the cause's changes. */
  readonly to: unknown;
}

/** A change that stays, and why. */
export interface LeftAlone {
  /** Null if it concerns the whole lead. */
  readonly field: string | null;
  readonly reason: string;
  /** Who changed it since, if that is the reason. */
  readonly by: { readonly name: string; readonly at: Date } | null;
}

/** How to undo the changes that a cause made to one lead. */
export interface RevertPlan {
  readonly whole: 'delete' | 'restore' | null;
  readonly fields: readonly FieldRevert[];
  readonly left: readonly LeftAlone[];
}

const nothing: RevertPlan = { whole: null, fields: [], left: [] };

const authorOf = ({ user, means, at }: CauseEntry): LeftAlone['by'] => ({
  name: user !== null && means !== null ? `${user}, ${means}` : (user ?? means ?? 'Hark'),
  at,
});

const leave = (field: string | null, reason: string, entry: CauseEntry): LeftAlone => ({
  field,
  reason,
  by: authorOf(entry),
});

/** Returns the entries at the end of the list that are by the cause. */
function trailing<Entry extends CauseEntry>(entries: readonly Entry[]): readonly Entry[] {
  return entries.slice(entries.findLastIndex(({ isByCause }) => !isByCause) + 1);
}

/** Plans the undo of a lead from its history, oldest entry first (spec/undo §2.2). */
export function planRevert(entries: readonly CauseEntry[]): RevertPlan {
  if (!entries.some(({ isByCause }) => isByCause)) return nothing;
  const moves = entries.filter(({ action }) => action !== 'edited');
  const last = moves.at(-1);
  // The state from before these entries is the one to return to.
  const [start] = trailing(moves);
  const isCreated = entries.some(({ action, isByCause }) => action === 'created' && isByCause);
  const inner = isCreated ? planKept(entries) : planFields(entries);
  if (last?.action === 'deleted') {
    if (start?.action === 'deleted') return { whole: 'restore', ...inner };
    if (start && inner.fields.length === 0) return nothing;
    return { ...nothing, left: [leave(null, 'The lead was deleted.', last)] };
  }
  if (!start || start.action === 'deleted') return { whole: null, ...inner };
  const since = entries.slice(entries.indexOf(start)).findLast(({ isByCause }) => !isByCause);
  if (!since) return { whole: 'delete', ...inner, ...(isCreated && { left: [] }) };
  return isCreated
    ? { whole: null, ...inner }
    : { whole: null, fields: inner.fields, left: [kept(since), ...inner.left] };
}

const kept = (since: CauseEntry): LeftAlone =>
  leave(null, "Others have changed the lead since, so it wasn't deleted.", since);

/** A lead that the cause created is deleted or stays as it is; its fields have no earlier values (spec/undo §2.2). */
function planKept(entries: readonly CauseEntry[]): Pick<RevertPlan, 'fields' | 'left'> {
  const since = entries.findLast(({ isByCause }) => !isByCause);
  return { fields: [], left: since ? [kept(since)] : [] };
}

/** A field goes back if its last change is by the cause (spec/undo §2.1). */
function planFields(entries: readonly CauseEntry[]): Pick<RevertPlan, 'fields' | 'left'> {
  const changes = entries.flatMap((entry) => entry.changes.map((change) => ({ ...entry, change })));
  const fields: FieldRevert[] = [];
  const left: LeftAlone[] = [];
  for (const [field, list] of Map.groupBy(changes, ({ change }) => change.field)) {
    if (!list.some(({ isByCause }) => isByCause)) continue;
    const run = trailing(list);
    const [first, last] = [run[0], list.at(-1)];
    if (!last) continue;
    if (!first) left.push(leave(field, 'The field was changed since.', last));
    else if (!isDeepStrictEqual(first.change.old, last.change.new))
      fields.push({ field, from: last.change.new, to: first.change.old });
  }
  return { fields, left };
}
