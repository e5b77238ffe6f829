import type pg from 'pg';
import type { Logger } from '../lib/log.ts';
import type { DatabaseAddresses } from './addresses.ts';
import { explainDatabaseError } from './database-error.ts';
import { createPool } from './pool.ts';
import { type Statement, toWire } from './sql.ts';

/** The door of accepting: rows of many workspaces in one statement, and no run can be read (doors.ts). */
export class IngestDoor {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs one statement, which is its own transaction: when it is answered, it is committed. */
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

/** Connects as ingest, lazily. No more inserts than this are under way at once (core/runs/accept-queue.ts). */
export const openIngest = ({ login }: Pick<DatabaseAddresses, 'login'>, logger: Logger): IngestDoor =>
  new IngestDoor(createPool(login.ingest, 'hark-ingest', 4, logger));
