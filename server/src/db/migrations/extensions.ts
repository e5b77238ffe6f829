import pg from 'pg';
import { fault, messageOf } from '../../lib/errors.ts';

/** What the schema needs beside PostgreSQL itself; both come with it, and count as trusted. */
const extensions = ['pg_trgm', 'btree_gin'];

/**
 * Adds the extensions that are missing. Runs as DATABASE_URL and not as the owner role: who may create in the database
 * may add a trusted extension, and the owner role may not.
 */
export async function ensureExtensions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ extname: string }>('select extname from pg_extension');
  for (const name of extensions) {
    if (rows.some(({ extname }) => extname === name)) continue;
    const statement = `create extension ${pg.escapeIdentifier(name)} with schema public`;
    await client.query(statement).catch((error) => {
      throw fault(
        'database_extension_refused',
        `DATABASE_URL may not run '${statement}' (${messageOf(error)}). Let an administrator run it in this database, or grant create on the database; if PostgreSQL does not have it, install its contrib package.`,
        error,
      );
    });
  }
}
