import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { Secret } from '../server/src/lib/crypto/secret.ts';
import { asAdministrator } from '../server/test/harness/scratch-database.ts';
import { startOwnPostgres } from '../server/test/harness/servers/own-postgres.ts';
import type { BenchOptions } from './options.ts';

/** What operators set on a small server. Everything else has PostgreSQL's defaults, such as autovacuum and fsync. */
const settings = ['shared_buffers=1GB', 'max_connections=200', 'max_wal_size=4GB'];

/** The PostgreSQL server that a suite measures. */
export interface Cluster {
  readonly url: string;
  /** Drops the databases and roles that an interrupted suite has left. */
  dropDatabasesOf(pid: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server with its data in the temporary folder, or in the folder of `--data`. With `--server`, uses the
 * running server at that URL.
 */
export async function startCluster(
  folder: string,
  { server, data }: Pick<BenchOptions, 'server' | 'data'>,
): Promise<Cluster> {
  if (server !== undefined)
    return { url: server, dropDatabasesOf: (pid) => dropDatabasesOf(server, pid), stop: async () => {} };
  const kept = data === undefined ? undefined : resolve(data);
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const postgres = await startOwnPostgres({ parent: folder, settings, folder: kept, detached: true });
  const url = postgres.urlOf('postgres');
  return {
    url,
    dropDatabasesOf: (pid) => dropDatabasesOf(url, pid),
    stop: () => (kept === undefined ? postgres.remove() : postgres.stop()),
  };
}

/** The names of temporary databases, and of their roles, contain the process ID of the suite. */
const dropDatabasesOf = (url: string, pid: number): Promise<void> =>
  asAdministrator(async (client) => {
    const named = (column: string) => `${column} ~ '^hark_bench_[a-z0-9_]+_${pid}(_|$)'`;
    const { rows: databases } = await client.query<{ name: string }>(
      `select datname as name from pg_database where ${named('datname')}`,
    );
    for (const { name } of databases)
      await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
    const { rows: roles } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where ${named('rolname')}`,
    );
    for (const { name } of roles) await client.query(`drop role ${pg.escapeIdentifier(name)}`);
  }, new Secret(url));
