import type { Transaction } from '../../db/driver/transaction.ts';
import { createVersionedCache } from '../../lib/cache/versioned-cache.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { builtInFields, type LeadField } from './lead-field.ts';
import { type StoredField, selectFields, selectVersion } from './lead-field-store.ts';

/** All lead fields of a workspace by alias, built-in ones first, and the version of this set. */
export interface FieldSet {
  readonly version: number;
  /** The version since which no field was added: leads written since then have all fields. */
  readonly since: number;
  readonly byAlias: ReadonlyMap<string, LeadField>;
}

const remembered = createVersionedCache<FieldSet>(1_000);

/** Every request reads the version, so a cached set is never stale. */
export const loadFieldSet = ({ db }: Context, workspace: WorkspaceId, version: number): Promise<FieldSet> =>
  remembered.load(db, `${workspace}/${version}`, async () => {
    const custom = await db.read(workspace, (transaction) => selectFields(transaction, workspace));
    return fieldSetOf(custom, version, sinceOf(custom));
  });

/** As the transaction sees them, including its own changes. */
export async function readFieldSet(transaction: Transaction, workspace: WorkspaceId): Promise<FieldSet> {
  const custom = await selectFields(transaction, workspace);
  return fieldSetOf(custom, await selectVersion(transaction, workspace), sinceOf(custom));
}

/** Built-in fields first. */
export const listLeadFields = async ({ db }: Context, workspace: WorkspaceId): Promise<LeadField[]> => {
  const { byAlias } = await db.read(workspace, (transaction) => readFieldSet(transaction, workspace));
  return [...byAlias.values()];
};

const sinceOf = (custom: readonly StoredField[]) => Math.max(1, ...custom.map(({ since }) => since));

/** Whether a lead written under this version is complete and has no field that the set doesn't know yet. */
export const fits = ({ since, version }: FieldSet, fieldSet: number): boolean =>
  fieldSet >= since && fieldSet <= version;

export const fieldSetOf = (custom: readonly LeadField[], version: number, since = version): FieldSet => ({
  version,
  since,
  byAlias: new Map([...builtInFields, ...custom].map((field) => [field.alias, field])),
});
