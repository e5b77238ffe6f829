import type pg from 'pg';
import { fault } from '../../lib/errors.ts';

/** Tables, views and sequences in the schema where Hark creates its own, without those of extensions. */
const present = `
  select c.relname as name, current_database() as database
  from pg_class c
  where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relkind <> 'r', c.relname`;

/** Other programs have a table of that name too, but none with checksums of numbered files. */
const isLedger = `
  select from pg_attribute
  where attrelid = to_regclass('public.schema_migrations') and attname in ('number', 'checksum')`;

/** Rejects a database that another program uses, before anything is created in it (spec/provisioning §1.5). */
export async function requireOwnDatabase(client: pg.Client): Promise<void> {
  if ((await client.query(isLedger)).rows.length === 2) return;
  const { rows } = await client.query<{ name: string; database: string }>(present);
  const [first] = rows;
  if (!first) return;
  throw fault(
    'foreign_database',
    `The database "${first.database}" is used by another program: it contains ${rows.length === 1 ? '' : `${rows.length} tables, such as `}"${first.name}". Hark needs a database of its own, and has changed nothing. Name one that is empty or doesn't exist in DATABASE_URL; Hark creates it.`,
  );
}
