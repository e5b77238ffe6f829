import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../../config.ts';
import { fault } from '../../lib/errors.ts';

const run = promisify(execFile);
const minVersion = 15;

/** Package managers that support several versions keep the server's programs outside PATH. */
const folders = [
  '/usr/lib/postgresql/*/bin', // Debian, Ubuntu
  '/usr/pgsql-*/bin', // packages of the PostgreSQL project for Fedora and RHEL
  '/opt/homebrew/opt/postgresql@*/bin', // Homebrew on Apple silicon
  '/usr/local/opt/postgresql@*/bin', // Homebrew on Intel
  '/Applications/Postgres.app/Contents/Versions/*/bin',
];

export interface PostgresPrograms {
  readonly version: number;
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the newest PostgreSQL on this machine. */
export async function findPostgres(candidates?: readonly string[]): Promise<PostgresPrograms> {
  const found = await Promise.all((candidates ?? (await usualFolders())).map(programsIn));
  const [newest] = found
    .filter((programs) => programs !== undefined)
    .filter(({ version }) => version >= minVersion)
    .sort((a, b) => b.version - a.version);
  if (newest) return newest;
  throw fault(
    'postgres_missing',
    `--dev needs PostgreSQL ${minVersion} or newer on this machine, and there is none. Install it (Debian or Ubuntu: \`apt install postgresql\`, Fedora: \`dnf install postgresql-server postgresql-contrib\`, macOS: \`brew install postgresql@17\`), or set DATABASE_URL to a running server and leave out --dev.`,
  );
}

async function usualFolders(): Promise<string[]> {
  const inPath = (childEnvironment({}).PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...new Set([...inPath, ...(await foldersOfPgConfig()), ...globSync(folders)])];
}

/** Returns undefined if the folder doesn't contain both programs. */
async function programsIn(folder: string): Promise<PostgresPrograms | undefined> {
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')];
  try {
    await run(initdb, ['--version'], { timeout: 10_000 });
    const { stdout } = await run(postgres, ['--version'], { timeout: 10_000 });
    return { version: Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]), initdb, postgres };
  } catch {
    return undefined;
  }
}

async function foldersOfPgConfig(): Promise<string[]> {
  try {
    return [(await run('pg_config', ['--bindir'], { timeout: 10_000 })).stdout.trim()];
  } catch {
    return [];
  }
}
