import type { Transaction } from '../../db/driver/transaction.ts';
import { createVersionedCache } from '../../lib/cache/versioned-cache.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { builtInFields, type LeadField } from './lead-field.ts';
import { type StoredField, selectFields, selectVersion } from './lead-field-store.ts';

/** All of a workspace's lead fields by alias, built-in fields first, and the set's version. */
export interface FieldSet {
  readonly version: number;
  /**
   * The version in which the last field was added. Leads written in this version or later have all fields.
   */
  readonly since: number;
  readonly byAlias: ReadonlyMap<string, LeadField>;
}

const remembered = createVersionedCache<FieldSet>(1_000);

/**
 * Returns the workspace's fields, cached by version. Every request reads the current version, so a cached set
 * is never stale.
 */
export const loadFieldSet = ({ db }: Context, workspace: WorkspaceId, version: number): Promise<FieldSet> =>
  remembered.load(db, `${workspace}/${version}`, async () => {
    const custom = await db.read(workspace, (transaction) => selectFields(transaction, workspace));
    return fieldSetOf(custom, version, sinceOf(custom));
  });

/** Returns the fields as the transaction sees them, including its own changes. */
export async function readFieldSet(transaction: Transaction, workspace: WorkspaceId): Promise<FieldSet> {
  const custom = await selectFields(transaction, workspace);
  return fieldSetOf(custom, await selectVersion(transaction, workspace), sinceOf(custom));
}

/** Lists the fields, built-in fields first. */
export const listLeadFields = async ({ db }: Context, workspace: WorkspaceId): Promise<LeadField[]> => {
  const { byAlias } = await db.read(workspace, (transaction) => readFieldSet(transaction, workspace));
  return [...byAlias.values()];
};

const sinceOf = (custom: readonly StoredField[]) => Math.max(1, ...custom.map(({ since }) => since));

/** Returns whether a lead written under this version has all fields and none that is newer than the set. */
export const fits = ({ since, version }: FieldSet, fieldSet: number): boolean =>
  fieldSet >= since && fieldSet <= version;

export const fieldSetOf = (custom: readonly LeadField[], version: number, since = version): FieldSet => ({
  version,
  since,
  byAlias: new Map([...builtInFields, ...custom].map((field) => [field.alias, field])),
});
