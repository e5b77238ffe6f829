import type { Transaction } from '../../db/driver/transaction.ts';
import { clearTable, deleteRows, type KeyedTable, upsertRows } from '../../db/keyed-rows.ts';
import { insertingRows, type TableName } from '../../db/workspace-rows.ts';
import { conflict } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Part } from './move.ts';

/** Rows that are written, or deleted, with one statement. */
interface Write {
  readonly table: KeyedTable;
  readonly kind: 'delete' | 'upsert';
  readonly rows: readonly string[];
}

/** Deletes before it writes, and children before parents. Written rows come after the rows they reference. */
function writesOf(parts: readonly Part[], tables: ReadonlyMap<TableName, KeyedTable>): Write[] {
  const writes = parts.flatMap(({ table: name, rows, gone }) => {
    const table = tables.get(name);
    if (!table) throw conflict('unknown_table', `This installation has no table ${name}.`);
    return [
      { table, kind: 'delete', rows: gone },
      { table, kind: 'upsert', rows },
    ] as const;
  });
  const deletes = writes.filter(({ kind }) => kind === 'delete').toReversed();
  return [...deletes, ...writes.filter(({ kind }) => kind === 'upsert')].filter(
    ({ rows }) => rows.length > 0,
  );
}

/**
 * Makes the same changes as the other installation made. A row can be in the way of another one: a deleted role that a user
 * still has, or an email address that another lead still has. Such a write is repeated after the others, row by row.
 */
export async function applyParts(
  transaction: Transaction,
  workspace: WorkspaceId,
  parts: readonly Part[],
  tables: ReadonlyMap<TableName, KeyedTable>,
): Promise<void> {
  for (const { table, rows } of parts.filter(({ replaces }) => replaces)) {
    const known = tables.get(table);
    if (!known) continue;
    await clearTable(transaction, known, workspace);
    if (rows.length > 0) await insertingRows(table, known.columns)(transaction, workspace, rows);
  }
  const write = ({ table, kind, rows }: Write) =>
    (kind === 'delete' ? deleteRows : upsertRows)(transaction, table, workspace, rows);
  let pending = writesOf(
    parts.filter(({ replaces }) => !replaces),
    tables,
  );
  while (pending.length > 0) {
    const failed: Write[] = [];
    let problem: unknown;
    for (const one of pending) {
      try {
        await transaction.attempt(() => write(one));
      } catch (error) {
        problem = error;
        failed.push(one);
      }
    }
    const areSingle = failed.every(({ rows }) => rows.length === 1);
    if (areSingle && failed.length === pending.length) throw problem;
    pending = failed.flatMap((one) => one.rows.map((row) => ({ ...one, rows: [row] })));
  }
}
