import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { HarkError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

/**
 * While a migration waits for a lock, requests queue behind it. So it waits only briefly and then tries again. On a
 * busy machine transactions take longer, so each attempt waits a little longer than the one before.
 */
const firstLockTimeoutMs = 300;
const lockTimeoutGrowthMs = 5;
const maxLockTimeoutMs = 800;
const lockAttempts = 120;
const lockPauseMs = 500;
const lockNotAvailable = '55P03';

export async function setLockTimeout(client: pg.Client, attempt = 1): Promise<void> {
  const timeoutMs = firstLockTimeoutMs + (attempt - 1) * lockTimeoutGrowthMs;
  await client.query(`set lock_timeout = ${Math.min(timeoutMs, maxLockTimeoutMs)}`);
}

/** Runs `work` without a lock timeout, for statements that no request queues behind. */
export async function withoutLockTimeout(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('set lock_timeout = 0');
  await work();
  await setLockTimeout(client);
}

/** Repeats `work` from the start until it gets all its locks. */
export async function untilLocked(
  client: pg.Client,
  logger: Logger,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await setLockTimeout(client, attempt);
    try {
      await work();
      return;
    } catch (error) {
      const { code } = (error instanceof HarkError ? error.cause : error) as { code?: string };
      if (code !== lockNotAvailable || attempt === lockAttempts) throw error;
      if (attempt === 1) logger.info('a table is locked, retrying until the lock is available');
      await client.query('rollback');
      await sleep(lockPauseMs);
    }
  }
}
