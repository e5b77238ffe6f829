import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { sql } from './driver/sql.ts';
import { inTransaction, type Transaction } from './driver/transaction.ts';
import type { DatabaseAddresses } from './tenancy/addresses.ts';

/** Batches are small, so only a server with serious problems takes this long. */
const answerWithinMs = 300_000;

/**
 * A database connection that bypasses row-level security. Only operator commands use it; `serve` and `work`
 * never do.
 */
export class OwnerDatabase {
  readonly #pool: pg.Pool;
  readonly #role: string;

  constructor(pool: pg.Pool, role: string) {
    this.#pool = pool;
    this.#role = role;
  }

  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, [sql`select set_config('role', ${this.#role}, true)`], work);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Connects as the owner. With `isSnapshot`, a transaction reads everything as of one point in time. */
export function openOwner(
  { owner, roleNames }: Pick<DatabaseAddresses, 'owner' | 'roleNames'>,
  logger: Logger,
  { isSnapshot = false } = {},
): OwnerDatabase {
  const isolation = isSnapshot ? 'repeatable\\ read' : 'read\\ committed';
  const settings = `-c default_transaction_isolation=${isolation}`;
  return new OwnerDatabase(
    createPool(owner, 'hark-operator', 1, logger, { answerWithinMs, settings }),
    roleNames.owner,
  );
}
