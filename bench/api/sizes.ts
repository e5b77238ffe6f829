import type { World } from './world.ts';

interface TableSize {
  readonly rows: number;
  readonly table_bytes: number;
  readonly index_bytes: Readonly<Record<string, number>>;
}

/** What the tables of leads take on disk, indexes apart; rows are the planner's estimate. */
export async function readTableSizes({ client }: World): Promise<Record<string, TableSize>> {
  const { rows } = await client.query<{ table: string; rows: string; bytes: string; indexes: object }>(
    `select c.relname as table, greatest(c.reltuples, 0)::bigint as rows, pg_table_size(c.oid) as bytes,
            coalesce((select jsonb_object_agg(i.indexrelid::regclass::text, pg_relation_size(i.indexrelid))
                      from pg_index i where i.indrelid = c.oid), '{}') as indexes
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ 'lead'
     order by pg_total_relation_size(c.oid) desc`,
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.table,
      {
        rows: Number(row.rows),
        table_bytes: Number(row.bytes),
        index_bytes: row.indexes as Record<string, number>,
      },
    ]),
  );
}

/** A setting of the database server. */
export async function readSetting({ client }: World, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name]);
  return rows[0]?.value;
}
