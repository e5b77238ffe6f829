import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { sql } from './driver/sql.ts';
import { inTransaction, type Transaction } from './driver/transaction.ts';
import type { DatabaseAddresses } from './tenancy/addresses.ts';

/** Batches are small, so only a server in trouble takes this long. */
const answerWithinMs = 300_000;

/** Bypasses row-level security, for operator commands only; `serve` and `work` never open it. */
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

/** With `isSnapshot`, a transaction reads everything as of one moment. */
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
