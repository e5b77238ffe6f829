import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serverUser } from '../../../src/app/dev/server-user.ts';
import { freePort } from '../../../src/lib/process/free-port.ts';
import { eventually } from '../eventually.ts';

const shipped = new URL('../../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url);
const consolePassword = 'only-for-this-test';

/** A dedicated PgBouncer that a test can stop and start, on a free port, with the shipped configuration. */
export interface OwnPgBouncer {
  /** The value for DATABASE_POOLER_URL. */
  readonly url: string;
  /** Returns the number of transactions so far in all databases except PgBouncer's own. */
  transactions(): Promise<number>;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** @param changed settings that override those of the shipped file */
export async function startOwnPgBouncer(
  server: URL,
  lookup: { user: string; password: string },
  changed: Readonly<Record<string, string>> = {},
): Promise<OwnPgBouncer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'hark-pgbouncer-'));
  const [iniFile, userList] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_file: userList,
    auth_user: lookup.user,
    unix_socket_dir: '',
    admin_users: 'console',
    ...changed,
  };
  const databases = `[databases]\n* = host=${server.hostname} port=${server.port || 5432}\n`;
  writeFileSync(iniFile, databases + change(readFileSync(shipped, 'utf8'), settings));
  writeFileSync(userList, `"console" "${consolePassword}"\n"${lookup.user}" "${lookup.password}"\n`);
  const user = serverUser();
  if (user) for (const path of [folder, iniFile, userList]) chownSync(path, user.uid, user.gid);

  let running: ChildProcess | undefined;
  const ask = async (command: string): Promise<Record<string, string>[]> => {
    const connectionString = `postgres://console:${consolePassword}@127.0.0.1:${port}/pgbouncer`;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 });
    try {
      await client.connect();
      return (await client.query(command)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    running = spawn('pgbouncer', ['--quiet', iniFile], { ...user, cwd: folder, stdio: 'ignore' });
    await eventually(() => ask('show version'));
  };
  const stop = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  };
  await start();
  return {
    url: `postgres://127.0.0.1:${port}`,
    transactions: async () =>
      (await ask('show stats'))
        .filter(({ database }) => database !== 'pgbouncer')
        .reduce((sum, { total_xact_count }) => sum + Number(total_xact_count), 0),
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the `[pgbouncer]` section of the file with the changed values. */
function change(text: string, settings: Readonly<Record<string, string>>): string {
  const section = text.slice(text.indexOf('[pgbouncer]'));
  const kept = section
    .split('\n')
    .filter((line) => !(line.split('=')[0]?.trim() ?? '').match(keysOf(settings)));
  return [...kept, ...Object.entries(settings).map(([key, value]) => `${key} = ${value}`), ''].join('\n');
}

const keysOf = (settings: object) => new RegExp(`^(${Object.keys(settings).join('|')})$`);
