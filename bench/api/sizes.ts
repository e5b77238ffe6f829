import type { World } from './setup.ts';

interface TableSize {
  readonly rows: number;
  readonly table_bytes: number;
  readonly index_bytes: Readonly<Record<string, number>>;
}

/** Reads the lead tables' disk usage, with separate figures for indexes. Row counts are the planner's estimates. */
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
