import type { TestDatabase } from './test-database.ts';

/** Returns the name of every table that contains this text, in any letter case, in any of its rows. */
export const tablesWith = ({ asAdministrator }: TestDatabase, text: string): Promise<string[]> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query<{ table: string }>(
      "select tablename as table from pg_tables where schemaname = 'public' order by 1",
    );
    const found: string[] = [];
    for (const { table } of rows) {
      const search = `select from ${table} t where strpos(lower(t::text), lower($1)) > 0`;
      if ((await client.query(search, [text])).rowCount) found.push(table);
    }
    return found;
  });
