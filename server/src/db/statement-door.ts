import type pg from 'pg';
import { explainDatabaseError } from './database-error.ts';
import { type Statement, toWire } from './sql.ts';

/** A door over workspaces through which single statements go; what they reach is decided by its role (doors.ts). */
export class StatementDoor {
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
