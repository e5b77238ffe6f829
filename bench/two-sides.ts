import {
  addressOf,
  createScratchDatabase,
  dropDatabase,
  testKey,
} from '../server/test/harness/scratch-database.ts';

/** Creates two databases to compare. Both are dropped at the end, even after a failure. */
export async function withTwoDatabases<T>(
  [small, large]: readonly [small: string, large: string],
  work: (small: string, large: string) => Promise<T>,
): Promise<T> {
  const names = [`hark_bench_${small}_${process.pid}`, `hark_bench_${large}_${process.pid}`] as const;
  try {
    for (const name of names) await createScratchDatabase(name);
    return await work(...names);
  } finally {
    for (const name of names) await dropDatabase(name, { roles: true });
  }
}

/** Returns the configuration for Hark on one of the databases. */
export const environmentOf = (database: string) => ({
  DATABASE_URL: addressOf(database).reveal(),
  SECRET_KEY: testKey.reveal(),
  LOG_LEVEL: 'warn',
});

/** Returns SQL that creates workspaces, each with an administrator role. Their hosts are `w1.test` and so on. */
export const insertWorkspaces = (count: number): string => `
  insert into workspaces (name, base_url, host)
    select 'Workspace ' || i, 'http://w' || i || '.test', 'w' || i || '.test' from generate_series(1, ${count}) i;
  insert into roles (workspace_id, name, is_admin) select id, 'Administrator', true from workspaces;`;
