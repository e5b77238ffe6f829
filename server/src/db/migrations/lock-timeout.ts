import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { HarkError } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';

/**
 * Requests queue behind a migration that waits for its lock, so it does not wait for longer than a caller would not notice: it lets
 * them pass, and tries again.
 */
const lockTimeout = '300ms';
const lockAttempts = 150;
const lockPauseMs = 500;
const lockNotAvailable = '55P03';

/** From here on this connection waits for no lock longer than that. */
export async function setLockTimeout(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '${lockTimeout}'`);
}

/** For what nobody queues behind, however long it waits. */
export async function withoutLockTimeout(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('set lock_timeout = 0');
  await work();
  await setLockTimeout(client);
}

/** Does it again, from its beginning, while somebody uses a table that it has to lock. */
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
