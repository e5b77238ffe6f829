import pg from 'pg';
import type { WorkspaceId } from '../lib/ids.ts';
import { Statement, sql } from './driver/sql.ts';
import type { Transaction } from './driver/transaction.ts';
import type { Tables } from './tables.gen.ts';

export type TableName = keyof Tables;

/** Caches the SQL for each table, because prepared statements are identified by their SQL. */
function written(write: (table: string) => readonly string[]): (table: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (table) => {
    const texts = known.get(table) ?? write(`public.${pg.escapeIdentifier(table)}`);
    known.set(table, texts);
    return texts;
  };
}

const opening = written((table) => [
  `declare carried cursor for select row_to_json(t)::text as line from ${table} t where workspace_id = `,
  '',
]);

/** Pages through a table's rows as JSON strings. Memory use doesn't depend on the table's size. */
export async function* readWorkspaceRows(
  transaction: Transaction,
  table: TableName,
  workspace: WorkspaceId,
  pageSize: number,
): AsyncGenerator<string[]> {
  await transaction.query(new Statement(opening(table), [workspace]));
  for (;;) {
    // FETCH doesn't accept parameters.
    const rows = await transaction.query<{ line: string }>(new Statement(fetching(String(pageSize)), []));
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await transaction.query(sql`close carried`);
}

const fetched = new Map<string, readonly string[]>();
function fetching(count: string): readonly string[] {
  const texts = fetched.get(count) ?? [`fetch ${Number(count)} from carried`];
  fetched.set(count, texts);
  return texts;
}

const highest = written((table) => [`select max(id) as id from ${table} where workspace_id = `, '']);

/** Returns the highest ID. Undefined if the table's IDs don't come from a sequence. */
export async function readHighestId(
  transaction: Transaction,
  table: TableName,
  workspace: WorkspaceId,
): Promise<number | undefined> {
  if ((await sequenceOf(transaction, table)) === null) return undefined;
  const row = await transaction.one<{ id: number | null }>(new Statement(highest(table), [workspace]));
  return row.id ?? undefined;
}

async function sequenceOf(transaction: Transaction, table: TableName): Promise<string | null> {
  const { name } = await transaction.one<{ name: string | null }>(sql`
    select pg_get_serial_sequence(a.attrelid::regclass::text, 'id') as name
    from (select to_regclass('public.' || quote_ident(${table}))) t(id)
    left join pg_attribute a on a.attrelid = t.id and a.attname = 'id' and a.attidentity <> ''`);
  return name;
}

const locking = written((table) => [`lock table ${table} in share row exclusive mode`]);

/** Advances the table's sequence past this ID. The caller must prevent concurrent inserts. */
export async function countBeyond(transaction: Transaction, table: TableName, id: number): Promise<void> {
  const sequence = await sequenceOf(transaction, table);
  if (sequence === null) return;
  await transaction.query(new Statement(locking(table), []));
  await transaction.query(sql`
    select setval(${sequence}::regclass, ${id}::bigint)
    where ${id}::bigint > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`);
}

export async function readColumns(transaction: Transaction, table: TableName): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = to_regclass('public.' || quote_ident(${table})) and attnum > 0 and not attisdropped
    order by attnum`);
  return rows.map(({ name }) => name);
}

/**
 * Checks whether a bigint column in a workspace's rows exceeds this number. Some jobs read IDs and counts
 * across workspaces, and a value that is too large would break them for all workspaces.
 */
export async function hasBeyond(
  transaction: Transaction,
  table: TableName,
  workspace: WorkspaceId,
  most: number,
): Promise<boolean> {
  const columns = await transaction.query<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = to_regclass('public.' || quote_ident(${table})) and attnum > 0 and not attisdropped
      and atttypid = 'bigint'::regtype and attname <> 'workspace_id'`);
  if (columns.length === 0) return false;
  const tests = columns.map(({ name }) => `abs(${pg.escapeIdentifier(name)}::numeric) > `);
  const [first = '', ...others] = tests;
  const texts = [
    `select from public.${pg.escapeIdentifier(table)} where workspace_id = `,
    ` and (${first}`,
    ...others.map((test) => ` or ${test}`),
    ') limit 1',
  ];
  const found = await transaction.query(new Statement(texts, [workspace, ...columns.map(() => most)]));
  return found.length > 0;
}

/** Returns a function that inserts rows read by `readWorkspaceRows`, including their IDs. */
export function insertingRows(table: TableName, columns: readonly string[]) {
  const others = columns.filter((name) => name !== 'workspace_id').map((name) => pg.escapeIdentifier(name));
  const quoted = `public.${pg.escapeIdentifier(table)}`;
  const texts = [
    `insert into ${quoted} (${['workspace_id', ...others].join(', ')}) overriding system value select `,
    `::bigint, ${others.map((name) => `r.${name}`).join(', ')} from json_populate_recordset(null::${quoted}, `,
    '::json) r',
  ];
  return (transaction: Transaction, workspace: WorkspaceId, lines: readonly string[]): Promise<object[]> =>
    transaction.query(new Statement(texts, [workspace, `[${lines.join(',')}]`]));
}

const leaving = written((table) => [
  `delete from ${table} where ctid = any(array(select ctid from ${table} where workspace_id = `,
  ' limit ',
  `)) returning 1 as gone`,
]);

/** Deletes a batch of rows from a table without partitions. @returns how many rows were deleted */
export async function deleteSome(
  transaction: Transaction,
  table: string,
  workspace: WorkspaceId,
  most: number,
): Promise<number> {
  return (await transaction.query(new Statement(leaving(table), [workspace, most]))).length;
}

/** Returns the table itself, or its partitions. */
export async function readParts(transaction: Transaction, table: TableName): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(sql`
    select c.relname as name from pg_partition_tree(to_regclass('public.' || quote_ident(${table}))) p
    join pg_class c on c.oid = p.relid where p.isleaf
    union select ${table}::name where not exists (
      select from pg_partitioned_table where partrelid = to_regclass('public.' || quote_ident(${table})))`);
  return rows.map(({ name }) => name);
}

const remaining = written((table) => [`select count(*) as count from ${table} where workspace_id = `, '']);

export async function countRows(
  transaction: Transaction,
  table: TableName,
  workspace: WorkspaceId,
): Promise<number> {
  const row = await transaction.one<{ count: number }>(new Statement(remaining(table), [workspace]));
  return row.count;
}
