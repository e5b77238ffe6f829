import pg from 'pg';
import type { Administrator } from '../../server/test/harness/scratch-database.ts';

/**
 * Drops these tables' indexes and stores their definitions from the catalog. Primary keys are kept, because
 * rows are inserted in primary-key order.
 */
export async function dropIndexes(client: Administrator, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`,
    [tables],
  );
  await client.query('begin');
  for (const { name, definition } of rows) {
    await client.query('insert into bench.indexes values ($1, $2)', [name, definition]);
    await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  }
  await client.query('commit');
}

/** Creates the dropped indexes again. Each index is removed from the stored list once it is created. */
export async function makeIndexes(client: Administrator, progress: (line: string) => void): Promise<void> {
  await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  const { rows } = await client.query<{ name: string; definition: string }>(
    'select name, definition from bench.indexes order by name',
  );
  for (const { name, definition } of rows) {
    progress(`index ${name} …`);
    await client.query('begin');
    await client.query(definition);
    await client.query('delete from bench.indexes where name = $1', [name]);
    await client.query('commit');
  }
}
