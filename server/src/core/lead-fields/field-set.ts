import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { builtInFields, type LeadField } from './lead-field.ts';
import { selectFields } from './lead-field-store.ts';

/** All fields of a workspace's leads by their alias, built-in ones first, and the number of this set. */
export interface FieldSet {
  readonly version: number;
  readonly byAlias: ReadonlyMap<string, LeadField>;
}

/** Sets are small; this many stay in memory. */
const mostRemembered = 1_000;
const remembered = new WeakMap<Context['db'], Map<string, FieldSet>>();

/**
 * The fields of a workspace at a version. A version never changes its meaning, so a set can be remembered for as long
 * as one likes; which version counts is read with every request.
 */
export async function loadFieldSet(
  { db }: Context,
  workspace: WorkspaceId,
  version: number,
): Promise<FieldSet> {
  const sets = remembered.get(db) ?? new Map<string, FieldSet>();
  remembered.set(db, sets);
  const key = `${workspace}/${version}`;
  const known = sets.get(key);
  if (known) return known;
  const custom = await db.withWorkspace(workspace, (transaction) => selectFields(transaction, workspace), {
    single: true,
  });
  const set = fieldSetOf(custom, version);
  if (sets.size >= mostRemembered) sets.delete(sets.keys().next().value ?? '');
  sets.set(key, set);
  return set;
}

/** The set that these fields of a workspace's own make together with the built-in ones. */
export const fieldSetOf = (custom: readonly LeadField[], version: number): FieldSet => ({
  version,
  byAlias: new Map([...builtInFields, ...custom].map((field) => [field.alias, field])),
});
