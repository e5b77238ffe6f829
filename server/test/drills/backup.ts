import { join } from 'node:path';
import type { Stage } from '../chaos/stage.ts';
import { runHark } from '../harness/hark-process.ts';

const database = 'hark';

/**
 * Backs up the database and the roles. Roles belong to the PostgreSQL server, not to the database, so they
 * are saved separately. Their passwords are derived from the installation key.
 */
export async function backUp({ parts: { postgres } }: Stage, folder: string): Promise<void> {
  const source = `--dbname=${postgres.urlOf(database)}`;
  const to = (file: string) => `--file=${join(folder, file)}`;
  await postgres.run('pg_dumpall', ['--roles-only', '--no-role-passwords', source, to('roles.sql')]);
  await postgres.run('pg_dump', ['--format=custom', source, to('hark.dump')]);
}

/** Restores step by step, as docs/operating.md describes. */
export async function restore(stage: Stage, folder: string): Promise<void> {
  const { postgres, engine, env, serve, work } = stage.parts;
  await postgres.start();
  const psql = (...args: string[]) =>
    postgres.run('psql', ['--no-psqlrc', '--quiet', `--dbname=${postgres.urlOf('postgres')}`, ...args]);
  await psql(`--file=${join(folder, 'roles.sql')}`);
  await psql('-v', 'ON_ERROR_STOP=1', '-c', `create database ${database} template template0`);
  await postgres.run('pg_restore', [
    '--exit-on-error',
    `--dbname=${postgres.urlOf(database)}`,
    join(folder, 'hark.dump'),
  ]);
  // This sets the roles' passwords again.
  const { code, stderr } = await runHark(['migrate'], env);
  if (code !== 0) throw new Error(`hark migrate exited with code ${code}: ${stderr}`);
  await engine.start();
  // Restart the processes that still have data from before the loss in memory.
  for (const { pid } of [serve, work]) if (pid !== undefined) process.kill(pid, 'SIGKILL');
  await stage.untilWhole();
}
