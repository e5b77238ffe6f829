import type { OwnerDatabase } from '../../db/owner-database.ts';
import {
  countSealed,
  type Resealed,
  readSealed,
  readStretches,
  replaceSealed,
  type SealedPlace,
  type SealedRow,
} from '../../db/sealed-rows.ts';
import { readParts } from '../../db/workspace-rows.ts';
import { type InstallationKey, open, seal } from '../../lib/crypto/installation-key.ts';
import { hashApiKey } from '../api-keys/index.ts';
import { type SealedColumn, sealedColumns } from '../encryption/index.ts';

/** A small batch, so rows are locked only briefly: a single output can be 16 MiB. */
const batchRows = 50;
/** If a value keeps changing, it is left for the next round. */
const maxTries = 10;

/** Reports how many values in a column have been re-encrypted so far. */
export type Progress = (column: string, values: number) => void;

/** Re-encrypts all values that don't use the current key, without downtime. Returns how many there were. */
export async function resealAll(
  owner: OwnerDatabase,
  key: InstallationKey,
  onProgress: Progress,
): Promise<number> {
  let done = 0;
  for (const sealed of sealedColumns) {
    let ofColumn = 0;
    for (const place of await placesOf(owner, sealed)) {
      for (const stretch of await owner.run((transaction) => readStretches(transaction, place.part))) {
        ofColumn += await resealStretch(owner, key, sealed, place, stretch);
        onProgress(`${sealed.table}.${sealed.column}`, ofColumn);
      }
    }
    done += ofColumn;
  }
  return done;
}

/** Returns the column's table, or its partitions. */
const placesOf = async (owner: OwnerDatabase, { table, column }: SealedColumn): Promise<SealedPlace[]> =>
  (await owner.run((transaction) => readParts(transaction, table))).map((part) => ({ part, column }));

async function resealStretch(
  owner: OwnerDatabase,
  key: InstallationKey,
  sealed: SealedColumn,
  place: SealedPlace,
  stretch: number,
): Promise<number> {
  let done = 0;
  for (let tries = 0; tries < maxTries; ) {
    const [found, replaced] = await owner.run(async (transaction) => {
      const rows = await readSealed(transaction, place, { stretch, key: key.number, most: batchRows });
      if (rows.length === 0) return [0, 0] as const;
      const resealed = rows.map((row) => resealRow(key, sealed, row));
      return [rows.length, await replaceSealed(transaction, place, resealed)] as const;
    });
    if (found === 0) break;
    done += replaced;
    if (replaced === 0) tries++;
  }
  return done;
}

function resealRow(key: InstallationKey, { table, purpose }: SealedColumn, row: SealedRow): Resealed {
  const plain = open(key, purpose, row.value);
  const hash = table === 'api_keys' ? hashApiKey(key, plain).toString('hex') : undefined;
  return { ...row, next: seal(key, purpose, plain), hash };
}

/** Counts values encrypted with another key, by column. Columns without any are omitted. */
export async function countOthers(owner: OwnerDatabase, number: number): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const sealed of sealedColumns) {
    let count = 0;
    for (const place of await placesOf(owner, sealed))
      count += await owner.run((transaction) => countSealed(transaction, place, number));
    if (count > 0) left[`${sealed.table}.${sealed.column}`] = count;
  }
  return left;
}
