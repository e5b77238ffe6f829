import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { HarkError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

/** Requests queue behind a migration that waits for a lock, so it waits only briefly and tries again. */
const lockTimeout = '300ms';
const lockAttempts = 150;
const lockPauseMs = 500;
const lockNotAvailable = '55P03';

export async function setLockTimeout(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '${lockTimeout}'`);
}

/** For statements that no request queues behind. */
export async function withoutLockTimeout(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('set lock_timeout = 0');
  await work();
  await setLockTimeout(client);
}

/** Repeats `work` from the start until it gets its locks. */
export async function untilLocked(
  client: pg.Client,
  logger: Logger,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = (error instanceof HarkError ? error.cause : error) as { code?: string };
      if (code !== lockNotAvailable || attempt === lockAttempts) throw error;
      if (attempt === 1) logger.info('a table is in use; trying again until it is free for a moment');
      await client.query('rollback');
      await sleep(lockPauseMs);
    }
  }
}
