import type { Transaction } from '../../db/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { createVersionedCache } from '../../lib/versioned-cache.ts';
import type { Context } from '../context/index.ts';
import { builtInFields, type LeadField } from './lead-field.ts';
import { selectFields, selectVersion } from './lead-field-store.ts';

/** All fields of a workspace's leads by their alias, built-in ones first, and the number of this set. */
export interface FieldSet {
  readonly version: number;
  readonly byAlias: ReadonlyMap<string, LeadField>;
}

const remembered = createVersionedCache<FieldSet>(1_000);

/** The fields of a workspace at a version, which is read with every request: a remembered set is never stale. */
export const loadFieldSet = ({ db }: Context, workspace: WorkspaceId, version: number): Promise<FieldSet> =>
  remembered.load(db, `${workspace}/${version}`, async () => {
    const custom = await db.withWorkspace(workspace, (transaction) => selectFields(transaction, workspace), {
      single: true,
    });
    return fieldSetOf(custom, version);
  });

/** The same if this process has loaded it before, for whoever must not wait. */
export const knownFieldSet = (
  { db }: Context,
  workspace: WorkspaceId,
  version: number,
): FieldSet | undefined => remembered.peek(db, `${workspace}/${version}`);

/** The fields as a transaction sees them, its own changes included. */
export async function readFieldSet(transaction: Transaction, workspace: WorkspaceId): Promise<FieldSet> {
  return fieldSetOf(await selectFields(transaction, workspace), await selectVersion(transaction, workspace));
}

/** The set that these fields of a workspace's own make together with the built-in ones. */
export const fieldSetOf = (custom: readonly LeadField[], version: number): FieldSet => ({
  version,
  byAlias: new Map([...builtInFields, ...custom].map((field) => [field.alias, field])),
});
