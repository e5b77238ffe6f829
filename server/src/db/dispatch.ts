import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import type { DatabaseAddresses } from './addresses.ts';
import { explainDatabaseError } from './database-error.ts';
import { createPool } from './pool.ts';
import { type Statement, toWire } from './sql.ts';

/** The door of handing over: where the runs of all workspaces stand, and nothing of what they are about (doors.ts). */
export class DispatchDoor {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs one statement, which is its own transaction. */
  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>(toWire(statement)).catch((error) => {
      throw explainDatabaseError(error);
    });
    return rows;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Connects as dispatch, lazily. Two connections are enough: nobody waits for what it finds out. */
export const openDispatch = ({ login }: Pick<DatabaseAddresses, 'login'>, logger: Logger): DispatchDoor =>
  new DispatchDoor(createPool(login.dispatch, 'hark-dispatch', 2, logger));
