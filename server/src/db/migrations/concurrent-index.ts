import pg from 'pg';
import { fault } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { untilLocked, withoutLockTimeout } from './lock-timeout.ts';

/** An index that is created while its table is in use (docs/design/migrations.md). */
interface ConcurrentIndex {
  readonly name: string;
  readonly table: string;
  /** The part of the definition after the table's name. */
  readonly definition: string;
}

const form = /^create index concurrently (\w+) on (\w+) (.+)$/s;

/** Reads the indexes from a file. The file may contain nothing else, because it can't be rolled back. */
export function readIndexes(file: string, text: string): ConcurrentIndex[] {
  const statements = text.replaceAll(/--.*$/gm, '').split(';');
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, name, table, definition] = form.exec(statement) ?? [];
      if (name === undefined || table === undefined || definition === undefined)
        throw fault(
          'migration_form',
          `${file} may contain only "create index concurrently NAME on TABLE …".`,
        );
      return { name, table, definition };
    });
}

/** Creates an index without blocking reads and writes. Resumes after an interrupted attempt. */
export async function createConcurrentIndex(
  client: pg.Client,
  index: ConcurrentIndex,
  logger: Logger,
): Promise<void> {
  const { name, table, definition } = index;
  if (!(await isPartitioned(client, table))) return makeOne(client, index, logger);
  // After this, new partitions are created with the index.
  await untilLocked(client, logger, () =>
    client.query(`create index if not exists ${name} on only ${table} ${definition}`),
  );
  for (const partition of await partitionsWithout(client, index)) {
    const part = { name: `${partition}_${name}`, table: partition, definition };
    await makeOne(client, part, logger);
    await untilLocked(client, logger, () =>
      client.query(`alter index ${name} attach partition ${pg.escapeIdentifier(part.name)}`),
    );
  }
}

async function makeOne(
  client: pg.Client,
  { name, table, definition }: ConcurrentIndex,
  logger: Logger,
): Promise<void> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [pg.escapeIdentifier(name)],
  );
  if (rows[0]?.indisvalid) return;
  logger.debug({ table, index: name }, 'creating index concurrently');
  const [quotedName, quotedTable] = [name, table].map((one) => pg.escapeIdentifier(one));
  await withoutLockTimeout(client, async () => {
    if (rows.length > 0) await client.query(`drop index concurrently ${quotedName}`);
    await client.query(`create index concurrently ${quotedName} on ${quotedTable} ${definition}`);
  });
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_partitioned_table where partrelid = to_regclass($1)', [
    table,
  ]);
  return rows.length > 0;
}

async function partitionsWithout(client: pg.Client, { name, table }: ConcurrentIndex): Promise<string[]> {
  const { rows } = await client.query<{ relname: string }>(
    `select c.relname from pg_inherits p join pg_class c on c.oid = p.inhrelid
     where p.inhparent = to_regclass($1) and not exists (
       select from pg_inherits attached join pg_index x on x.indexrelid = attached.inhrelid
       where attached.inhparent = to_regclass($2) and x.indrelid = c.oid)
     order by c.relname`,
    [table, name],
  );
  return rows.map(({ relname }) => relname);
}
