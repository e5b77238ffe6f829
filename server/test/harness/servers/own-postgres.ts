import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../../../src/app/dev/find-postgres.ts';
import { serverUser } from '../../../src/app/dev/server-user.ts';
import { Secret } from '../../../src/lib/crypto/secret.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { findProcess } from '../../../src/lib/process/processes.ts';
import { eventually } from '../eventually.ts';
import { asAdministrator } from '../scratch-database.ts';

const runProgram = promisify(execFile);
const password = 'only-for-this-test';

/** A dedicated PostgreSQL server that a test can restart and kill, on a free port, with password authentication. */
export interface OwnPostgres {
  urlOf(database: string): string;
  restart(): Promise<void>;
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Kills the server and all its child processes with SIGKILL: a crash that requires recovery. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Returns the output of `pg_dump` for a database. */
  dump(database: string): string;
  /** Runs a program that comes with the server, such as `pg_restore`. */
  run(program: string, args: readonly string[]): Promise<unknown>;
  /** Kills the server and deletes its data. The next start creates an empty server. */
  loseData(): Promise<void>;
  isRunning(): boolean;
  remove(): Promise<void>;
}

interface OwnPostgresOptions {
  /** The parent of its folder. */
  readonly parent?: string;
  /** Settings in addition to the defaults. */
  readonly settings?: readonly string[];
  /** Its folder, if the data is kept. A server that is already there starts again. */
  readonly folder?: string | undefined;
  /** Whether Ctrl-C in the terminal leaves the server running, because the caller stops it. */
  readonly detached?: boolean;
}

export async function startOwnPostgres({
  parent = tmpdir(),
  settings = [],
  folder = mkdtempSync(join(parent, 'hark-postgres-')),
  detached = false,
}: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  // A link in PATH leads to the folder that also has pg_dump and pg_restore.
  const binaries = dirname(realpathSync((await findPostgres()).postgres));
  const user = serverUser();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const run = (program: string, args: readonly string[]) =>
    execFileSync(join(binaries, program), args, { ...user, cwd: folder, stdio: 'pipe', timeout: 120_000 });
  const initialise = () =>
    run('initdb', [
      ...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--no-sync'],
      `--pwfile=${passwordFile}`,
    ]);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise();
  const port = await freePort();
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  let running: ChildProcess | undefined;

  const start = async () => {
    running = spawn(
      join(binaries, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${folder}`,
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...user, cwd: folder, stdio: 'ignore', detached },
    );
    await eventually(() => asAdministrator(async () => true, new Secret(urlOf('postgres'))));
  };
  const stop = async (mode: 'fast' | 'immediate' = 'fast') => {
    if (!running || hasEnded(running)) return;
    const ended = once(running, 'exit');
    running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const kill = async () => {
    if (!running?.pid || hasEnded(running)) return;
    const children = childrenOf(running.pid);
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    // Orphaned child processes would exit eventually, but they hold the shared memory until then.
    for (const pid of children) if (findProcess(pid)?.commandLine.startsWith('postgres:')) endNow(pid);
    await eventually(() => children.every((pid) => !findProcess(pid)?.commandLine.startsWith('postgres:')));
  };
  await start();
  return {
    urlOf,
    start,
    stop,
    kill,
    async restart() {
      await stop();
      await start();
    },
    dump: (database) =>
      execFileSync(join(binaries, 'pg_dump'), [urlOf(database)], {
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        timeout: 60_000,
      }),
    run: (program, args) => runProgram(join(binaries, program), args, { timeout: 300_000 }),
    async loseData() {
      await kill();
      rmSync(data, { recursive: true, force: true });
      initialise();
    },
    isRunning: () => running !== undefined && !hasEnded(running),
    async remove() {
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && findProcess(pid)?.parentPid === parent);

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
