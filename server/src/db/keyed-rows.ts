import pg from 'pg';
import type { WorkspaceId } from '../lib/ids.ts';
import { Statement, sql } from './driver/sql.ts';
import type { Transaction } from './driver/transaction.ts';
import type { TableName } from './workspace-rows.ts';

const { escapeIdentifier } = pg;

/** A table whose rows can be copied one by one, because it has a primary key. */
export interface KeyedTable {
  readonly table: TableName;
  /** The columns of the primary key, without `workspace_id`. */
  readonly keys: readonly { readonly name: string; readonly type: string }[];
  /** The columns that can be updated. */
  readonly values: readonly string[];
  readonly columns: readonly string[];
}

/** A row's key as JSON, such as `{"id":7}`. */
export type RowKey = string;

export async function readKeyedTable(transaction: Transaction, table: TableName): Promise<KeyedTable> {
  const columns = await transaction.query<{ name: string; type: string; position: number | null }>(sql`
    select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
      array_position(i.indkey::smallint[], a.attnum) as position
    from pg_attribute a
    left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = to_regclass('public.' || quote_ident(${table})) and a.attnum > 0 and not a.attisdropped
    order by a.attnum`);
  const keys = columns
    .filter(({ name, position }) => position !== null && name !== 'workspace_id')
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const isValue = ({ position }: { position: number | null }) => position === null;
  return {
    table,
    keys: keys.map(({ name, type }) => ({ name, type })),
    values: columns.filter(isValue).map(({ name }) => name),
    columns: columns.map(({ name }) => name),
  };
}

const named = ({ table }: KeyedTable) => `public.${escapeIdentifier(table)}`;
const keyList = ({ keys }: KeyedTable, of: string) =>
  keys.map(({ name }) => `${of}.${escapeIdentifier(name)}`).join(', ');
const sameKey = ({ keys }: KeyedTable) =>
  keys.map(({ name }) => ` and t.${escapeIdentifier(name)} = k.${escapeIdentifier(name)}`).join('');

/** Returns a row's key, as the database's triggers note it. */
export function keyOf({ keys }: KeyedTable, line: string): RowKey {
  const row = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(keys.map(({ name }) => [name, row[name]])));
}

/** A key as the values of a row comparison, such as `($2::uuid, $3::text)`. */
function comparable({ keys }: KeyedTable, key: RowKey): Statement {
  const values = JSON.parse(key) as Record<string, string | number>;
  const texts = keys.map(({ type }, index) => `::${type}${index < keys.length - 1 ? ', ' : ')'}`);
  return new Statement(
    ['(', ...texts],
    keys.map(({ name }) => values[name] ?? null),
    { isNamed: false },
  );
}

/** Returns the highest key, or null if the workspace has no rows in the table. */
export async function readLastKey(
  transaction: Transaction,
  table: KeyedTable,
  workspace: WorkspaceId,
): Promise<RowKey | null> {
  const order = table.keys.map(({ name }) => `t.${escapeIdentifier(name)} desc`).join(', ');
  const texts = [
    `select row_to_json(t)::text as line from ${named(table)} t where t.workspace_id = `,
    ` ${order && `order by ${order}`} limit 1`,
  ];
  const row = await transaction.first<{ line: string }>(
    new Statement(texts, [workspace], { isNamed: false }),
  );
  return row ? keyOf(table, row.line) : null;
}

/** Returns the next rows in the order of their keys, as JSON: after one key, and up to another. */
export async function readRowsAfter(
  transaction: Transaction,
  table: KeyedTable,
  workspace: WorkspaceId,
  { after, until, limit }: { readonly after: RowKey | null; readonly until: RowKey; readonly limit: number },
): Promise<string[]> {
  const isSingle = table.keys.length === 0;
  const key = `(${keyList(table, 't')})`;
  const texts = [
    `select row_to_json(t)::text as line from ${named(table)} t where t.workspace_id = `,
    ...(isSingle ? [] : [` and ${key} <= `]),
    ...(isSingle || after === null ? [] : [` and ${key} > `]),
    ` ${isSingle ? '' : `order by ${keyList(table, 't')}`} limit `,
    '',
  ];
  const bounds = [until, ...(after === null ? [] : [after])].map((one) => comparable(table, one));
  const rows = await transaction.query<{ line: string }>(
    new Statement(texts, [workspace, ...(isSingle ? [] : bounds), limit], { isNamed: false }),
  );
  return rows.map(({ line }) => line);
}

/** Returns the rows with these keys that exist, as JSON. */
export async function readRowsByKey(
  transaction: Transaction,
  table: KeyedTable,
  workspace: WorkspaceId,
  keys: readonly RowKey[],
): Promise<string[]> {
  const texts = [
    `select row_to_json(t)::text as line from json_populate_recordset(null::${named(table)}, `,
    `::json) k join ${named(table)} t on t.workspace_id = `,
    sameKey(table),
  ];
  const rows = await transaction.query<{ line: string }>(
    new Statement(texts, [`[${keys.join(',')}]`, workspace], { isNamed: false }),
  );
  return rows.map(({ line }) => line);
}

/** Inserts rows, or updates those that exist. */
export async function upsertRows(
  transaction: Transaction,
  table: KeyedTable,
  workspace: WorkspaceId,
  lines: readonly string[],
): Promise<void> {
  const others = table.columns.filter((name) => name !== 'workspace_id').map(escapeIdentifier);
  const conflict = ['workspace_id', ...table.keys.map(({ name }) => escapeIdentifier(name))].join(', ');
  const changes = table.values.map(
    (name) => `${escapeIdentifier(name)} = excluded.${escapeIdentifier(name)}`,
  );
  const texts = [
    `insert into ${named(table)} (${['workspace_id', ...others].join(', ')}) overriding system value select `,
    `::bigint, ${others.map((name) => `r.${name}`).join(', ')} from json_populate_recordset(null::${named(table)}, `,
    `::json) r on conflict (${conflict}) do ${changes.length > 0 ? `update set ${changes.join(', ')}` : 'nothing'}`,
  ];
  await transaction.query(new Statement(texts, [workspace, `[${lines.join(',')}]`], { isNamed: false }));
}

export async function deleteRows(
  transaction: Transaction,
  table: KeyedTable,
  workspace: WorkspaceId,
  keys: readonly RowKey[],
): Promise<void> {
  const texts = [
    `delete from ${named(table)} t using json_populate_recordset(null::${named(table)}, `,
    '::json) k where t.workspace_id = ',
    sameKey(table),
  ];
  await transaction.query(new Statement(texts, [`[${keys.join(',')}]`, workspace], { isNamed: false }));
}

/** Deletes all rows of a workspace in a table. */
export async function clearTable(
  transaction: Transaction,
  table: KeyedTable,
  workspace: WorkspaceId,
): Promise<void> {
  await transaction.query(
    new Statement([`delete from ${named(table)} where workspace_id = `, ''], [workspace], { isNamed: false }),
  );
}
