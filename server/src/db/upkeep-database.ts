import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import { createPool, loadOf } from './driver/pool.ts';
import { inTransaction, type Transaction } from './driver/transaction.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** Works across workspaces, limited to the privileges that database-roles.ts lists. */
export class UpkeepDatabase {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, [], work);
  }

  readonly load = () => loadOf(this.#pool);

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Connects lazily. Two connections are enough, because its jobs run one after another. */
export const openUpkeep = ({ login, earlier, isPooled }: LoginAddresses, logger: Logger): UpkeepDatabase =>
  new UpkeepDatabase(
    createPool(login.upkeep, 'hark-upkeep', 2, logger, { isPooled, earlier: earlier?.upkeep }),
  );
