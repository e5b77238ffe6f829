import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { givenDataSettings } from '../../config.ts';
import { invalid } from '../../lib/errors.ts';

/**
 * Runs in a shell that reads from a pipe to `hark up`, so `cat` returns when `hark up` ends. If it was killed, the
 * directory still exists, and the processes that its PID files name still run. `serve` and `work` notice by
 * themselves that their parent is gone.
 */
const cleanUpAfterKill = `
cat > /dev/null
[ -d "$1" ] || exit 0
read -r pid < "$1/postgres/postmaster.pid" && kill -QUIT "$pid"
read -r pid parent < "$1/hark/engine/restate.pid" && kill -KILL "$pid"
for attempt in 1 2 3 4 5; do rm -rf "$1" && break; sleep 1; done
`;

/** A temporary directory with all data of one `hark up --dev`. */
export interface DevDirectory {
  readonly path: string;
  /** The settings for Hark's processes. */
  readonly settings: Readonly<Record<'DATABASE_URL' | 'HARK_DATA_DIR', string>>;
  /** Deletes the directory. */
  stop(): Promise<void>;
}

/** Creates the directory. It is deleted even if this process is killed. */
export function createDevDirectory(): DevDirectory {
  const given = givenDataSettings();
  if (given.length > 0) {
    throw invalid(
      'dev_with_own_data',
      `--dev uses a private PostgreSQL with temporary data, so it cannot be combined with ${given.join(' and ')}. To use your own database, leave out --dev; otherwise unset ${given.join(' and ')}.`,
    );
  }
  const path = mkdtempSync(join(tmpdir(), 'hark-dev-'));
  // In its own process group, because Ctrl-C in a terminal must not end it first.
  const guard = spawn('/bin/sh', ['-c', cleanUpAfterKill, 'hark-dev', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without the guard, a killed `hark up` leaves files behind. That is no reason not to start.
  guard.on('error', () => {});
  guard.unref();
  return {
    path,
    settings: {
      DATABASE_URL: `postgres://postgres@localhost:5432/hark?host=${encodeURI(path)}`,
      HARK_DATA_DIR: join(path, 'hark'),
    },
    stop: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
