import type { Transaction } from '../../db/driver/transaction.ts';
import {
  type KeyedTable,
  keyOf,
  type RowKey,
  readLastKey,
  readRowsAfter,
  readRowsByKey,
} from '../../db/keyed-rows.ts';
import { readWorkspaceRows, type TableName } from '../../db/workspace-rows.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { inPlain, packRow } from '../workspace-transfer/index.ts';
import { copiedTables, type Part, type Progress, switchedTables } from './move.ts';
import { selectNoted } from './moving-store.ts';

interface Reading {
  readonly tables: ReadonlyMap<TableName, KeyedTable>;
  readonly key: InstallationKey;
}

const maxPageSize = 2_000;
/** Rows can be large (a run has up to 16 MiB), so the size of a page depends on the rows of the page before. */
const firstPageSize = 20;
const pageCharacters = 2_000_000;

function pageSizeAfter(lines: readonly string[]): number {
  const characters = lines.reduce((sum, line) => sum + line.length, 0);
  if (characters === 0) return firstPageSize;
  return Math.max(1, Math.min(maxPageSize, Math.floor((pageCharacters * lines.length) / characters)));
}

const pack = ({ key }: Reading, table: TableName, lines: readonly string[]): string[] =>
  lines.map((line) => packRow(table, line, key, inPlain));

/**
 * Returns the rows that changed since they were copied, as they are now. Rows of tables after `upTo` are copied later
 * anyway.
 */
export async function readChanges(
  transaction: Transaction,
  workspace: WorkspaceId,
  { upTo, ...reading }: Reading & { readonly upTo: number },
): Promise<{ parts: Part[]; ids: number[] }> {
  const noted = await selectNoted(transaction, workspace);
  const byTable = Map.groupBy(noted, ({ table }) => table);
  const parts: Part[] = [];
  for (const table of copiedTables.slice(0, upTo + 1)) {
    const keys = new Set<RowKey>((byTable.get(table) ?? []).map(({ key }) => plainKey(key)));
    const keyed = reading.tables.get(table);
    if (keys.size === 0 || !keyed) continue;
    const lines = await readRowsByKey(transaction, keyed, workspace, [...keys]);
    for (const line of lines) keys.delete(plainKey(keyOf(keyed, line)));
    parts.push({ table, rows: pack(reading, table, lines), gone: [...keys], replaces: false });
  }
  return { parts, ids: noted.map(({ id }) => id) };
}

/** Orders the columns, because the database orders them differently. */
function plainKey(key: RowKey): RowKey {
  const columns = Object.entries(JSON.parse(key) as object).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(columns));
}

export interface PageRead {
  readonly parts: Part[];
  readonly progress: Progress;
  /** How many rows to read next. */
  readonly nextLimit: number;
}

/** Returns the next rows of the table that is being copied. */
export async function readPage(
  transaction: Transaction,
  workspace: WorkspaceId,
  {
    progress,
    limit = firstPageSize,
    ...reading
  }: Reading & { progress: Progress; limit?: number | undefined },
): Promise<PageRead> {
  const table = copiedTables[progress.table];
  const keyed = table && reading.tables.get(table);
  if (!keyed) return { parts: [], progress, nextLimit: limit };
  const { after } = progress;
  const until = progress.until ?? (await readLastKey(transaction, keyed, workspace));
  const lines =
    until === null ? [] : await readRowsAfter(transaction, keyed, workspace, { after, until, limit });
  const last = lines.at(-1);
  const isWhole = lines.length < limit || last === undefined;
  return {
    parts:
      last === undefined ? [] : [{ table, rows: pack(reading, table, lines), gone: [], replaces: false }],
    progress: isWhole
      ? { table: progress.table + 1, after: null, until: null }
      : { table: progress.table, after: keyOf(keyed, last), until },
    nextLimit: isWhole ? firstPageSize : pageSizeAfter(lines),
  };
}

/** Returns the tables that are copied at the switch. */
export async function readWhole(
  transaction: Transaction,
  workspace: WorkspaceId,
  reading: Reading,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const table of switchedTables) {
    const lines: string[] = [];
    for await (const page of readWorkspaceRows(transaction, table, workspace, maxPageSize))
      lines.push(...page);
    parts.push({ table, rows: pack(reading, table, lines), gone: [], replaces: true });
  }
  return parts;
}
