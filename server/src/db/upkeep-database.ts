import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import { createPool, loadOf } from './driver/pool.ts';
import { inTransaction, type Transaction } from './driver/transaction.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** The door of upkeep: it reaches over workspaces, to exactly what database-roles.ts lists. */
export class UpkeepDatabase {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs `work` as the upkeep role, in one transaction. */
  run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, [], work);
  }

  readonly load = () => loadOf(this.#pool);

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Connects as upkeep, lazily. Two connections are enough: its jobs come one after the other. */
export const openUpkeep = ({ login, earlier, isPooled }: LoginAddresses, logger: Logger): UpkeepDatabase =>
  new UpkeepDatabase(
    createPool(login.upkeep, 'hark-upkeep', 2, logger, { isPooled, earlier: earlier?.upkeep }),
  );
