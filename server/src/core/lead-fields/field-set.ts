import type { Transaction } from '../../db/driver/transaction.ts';
import { createVersionedCache } from '../../lib/cache/versioned-cache.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { builtInFields, type LeadField } from './lead-field.ts';
import { type StoredField, selectFields, selectVersion } from './lead-field-store.ts';

/** All fields of a workspace's leads by their alias, built-in ones first, and the number of this set. */
export interface FieldSet {
  readonly version: number;
  /** The number of the set since which no field was added: a lead that was written from then on has all of them. */
  readonly since: number;
  readonly byAlias: ReadonlyMap<string, LeadField>;
}

const remembered = createVersionedCache<FieldSet>(1_000);

/** The fields of a workspace at a version, which is read with every request: a remembered set is never stale. */
export const loadFieldSet = ({ db }: Context, workspace: WorkspaceId, version: number): Promise<FieldSet> =>
  remembered.load(db, `${workspace}/${version}`, async () => {
    const custom = await db.read(workspace, (transaction) => selectFields(transaction, workspace));
    return fieldSetOf(custom, version, sinceOf(custom));
  });

/** The fields as a transaction sees them, its own changes included. */
export async function readFieldSet(transaction: Transaction, workspace: WorkspaceId): Promise<FieldSet> {
  const custom = await selectFields(transaction, workspace);
  return fieldSetOf(custom, await selectVersion(transaction, workspace), sinceOf(custom));
}

/** The fields of a workspace's leads, built-in ones first. */
export const listLeadFields = async ({ db }: Context, workspace: WorkspaceId): Promise<LeadField[]> => {
  const { byAlias } = await db.read(workspace, (transaction) => readFieldSet(transaction, workspace));
  return [...byAlias.values()];
};

const sinceOf = (custom: readonly StoredField[]) => Math.max(1, ...custom.map(({ since }) => since));

/** Whether a lead that was written under this number is complete, and holds no field that the set does not know yet. */
export const fits = ({ since, version }: FieldSet, fieldSet: number): boolean =>
  fieldSet >= since && fieldSet <= version;

/** The set that these fields of a workspace's own make together with the built-in ones. */
export const fieldSetOf = (custom: readonly LeadField[], version: number, since = version): FieldSet => ({
  version,
  since,
  byAlias: new Map([...builtInFields, ...custom].map((field) => [field.alias, field])),
});
