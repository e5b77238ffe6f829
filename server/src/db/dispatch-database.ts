import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import { createPool } from './driver/pool.ts';
import { inTransaction, type Transaction } from './driver/transaction.ts';
import { SingleStatementPool } from './single-statement-pool.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** Sees the status of runs in all workspaces, but not their input or output (database-roles.ts). */
export class DispatchDatabase extends SingleStatementPool {
  /** Makes the type distinct, so it can't be passed where another role's database is expected. */
  readonly role = 'dispatch';
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super(pool);
    this.#pool = pool;
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, [], work);
  }
}

/** Connects lazily. Two connections are enough, because no request waits for them. */
export const openDispatch = (
  { login, earlier, isPooled }: LoginAddresses,
  logger: Logger,
): DispatchDatabase =>
  new DispatchDatabase(
    createPool(login.dispatch, 'hark-dispatch', 2, logger, { isPooled, earlier: earlier?.dispatch }),
  );
