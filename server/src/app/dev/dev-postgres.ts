import { execFile } from 'node:child_process';
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fault, messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { type Supervised, supervise } from '../../lib/process/supervise.ts';
import type { PostgresPrograms } from './find-postgres.ts';
import { serverUser } from './server-user.ts';

const startTimeoutMs = 60_000;

/** macOS has no C.UTF-8. */
const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** The data is temporary, so nothing waits for the disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'lc_messages=C'];

/**
 * Starts a PostgreSQL in `folder` that listens only on a Unix socket there. Only this OS user can open the folder,
 * so there are no passwords.
 */
export async function startDevPostgres(
  programs: PostgresPrograms,
  folder: string,
  logger: Logger,
  signal: AbortSignal,
): Promise<Supervised> {
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const place = { ...user, cwd: folder };
  const data = join(folder, 'postgres');
  await initialize(programs, data, place, signal);
  const started = Promise.withResolvers<void>();
  const server = supervise({
    name: 'postgres',
    command: programs.postgres,
    args: [
      ...['-D', data, '-p', '5432', '-k', folder, '-h', ''],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    env: {},
    logger,
    spawn: place,
    // SIGTERM would wait until every client has disconnected.
    stopSignal: 'SIGINT',
    output: (line) => {
      logger.debug({ child: 'postgres' }, line);
      if (line.includes('ready to accept connections')) started.resolve();
      if (line.includes('FATAL:')) started.reject(postgresTrouble(line));
    },
  });
  const tooLong = AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)]);
  tooLong.addEventListener('abort', () => started.reject(postgresTrouble('it did not become ready')));
  try {
    await started.promise;
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

async function initialize(
  { initdb }: PostgresPrograms,
  data: string,
  place: { cwd: string; uid?: number; gid?: number },
  signal: AbortSignal,
): Promise<void> {
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'];
  await promisify(execFile)(initdb, args, { ...place, env: {}, signal, timeout: startTimeoutMs }).catch(
    (error: unknown) => {
      throw postgresTrouble(messageOf(error), error);
    },
  );
}

const postgresTrouble = (reason: string, cause?: unknown) =>
  fault(
    'dev_postgres_failed',
    `The PostgreSQL of --dev could not be started (${reason}). Set DATABASE_URL to a running server and leave out --dev.`,
    cause,
  );
