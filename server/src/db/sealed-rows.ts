import pg from 'pg';
import { Statement, sql } from './driver/sql.ts';
import type { Transaction } from './driver/transaction.ts';

export interface SealedPlace {
  readonly part: string;
  readonly column: string;
}

/** An encrypted value in a row. `place` is the row's current physical location. */
export interface SealedRow {
  readonly place: string;
  readonly value: string;
}

/** A value that replaces another one. `hash` is set only if rows are looked up by it. */
export interface Resealed extends SealedRow {
  readonly next: string;
  readonly hash?: string | undefined;
}

/** Pages per scan. PostgreSQL seeks to them directly instead of reading the table from its start. */
const pagesAtOnce = 64;

const texts = new Map<string, readonly string[]>();
/** Caches the SQL for each table and column, because prepared statements are identified by their SQL. */
function written(
  kind: string,
  { part, column }: SealedPlace,
  write: (part: string, column: string) => readonly string[],
): readonly string[] {
  const name = `${kind} ${part}.${column}`;
  const known = texts.get(name) ?? write(`public.${pg.escapeIdentifier(part)}`, pg.escapeIdentifier(column));
  texts.set(name, known);
  return known;
}

/** Returns the first page of each range of `pagesAtOnce` pages. */
export async function readStretches(transaction: Transaction, part: string): Promise<number[]> {
  const { pages } = await transaction.one<{ pages: number }>(sql`
    select pg_relation_size(to_regclass('public.' || quote_ident(${part}))) / current_setting('block_size')::bigint as pages`);
  return Array.from({ length: Math.ceil(pages / pagesAtOnce) }, (_, index) => index * pagesAtOnce);
}

export function readSealed(
  transaction: Transaction,
  place: SealedPlace,
  { stretch, key, most }: { stretch: number; key: number; most: number },
): Promise<SealedRow[]> {
  const strings = written('read', place, (part, column) => [
    `select ctid::text as place, ${column} as value from ${part} where ctid >= `,
    '::tid and ctid < ',
    `::tid and ${column} is not null and split_part(${column}, '.', 1) <> `,
    ' limit ',
    '',
  ]);
  const [begin, end] = [`(${stretch},0)`, `(${stretch + pagesAtOnce},0)`];
  return transaction.query(new Statement(strings, [begin, end, String(key), most]));
}

/** Replaces only values that haven't changed since they were read. */
export async function replaceSealed(
  transaction: Transaction,
  place: SealedPlace,
  rows: readonly Resealed[],
): Promise<number> {
  const hasHash = rows.some(({ hash }) => hash !== undefined);
  const strings = written(hasHash ? 'replace with hash' : 'replace', place, (part, column) => [
    `update ${part} t set ${column} = n.next${hasHash ? ", key_hash = decode(n.hash, 'hex')" : ''} from unnest(`,
    '::text[], ',
    '::text[], ',
    '::text[]) n(value, next, hash) where t.ctid = any(',
    `::tid[]) and t.${column} = n.value returning 1 as replaced`,
  ]);
  const replaced = await transaction.query(
    new Statement(strings, [
      rows.map(({ value }) => value),
      rows.map(({ next }) => next),
      rows.map(({ hash }) => hash ?? ''),
      rows.map(({ place: at }) => at),
    ]),
  );
  return replaced.length;
}

export async function countSealed(
  transaction: Transaction,
  place: SealedPlace,
  key: number,
): Promise<number> {
  const strings = written('count', place, (part, column) => [
    `select count(*) as count from ${part} where ${column} is not null and split_part(${column}, '.', 1) <> `,
    '',
  ]);
  const { count } = await transaction.one<{ count: number }>(new Statement(strings, [String(key)]));
  return count;
}
