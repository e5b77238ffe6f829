import pg from 'pg';
import { HarkError } from '../lib/errors.ts';
import { explainDatabaseError } from './driver/database-error.ts';
import { loadOf } from './driver/pool.ts';
import { wireOn } from './driver/prepared.ts';
import type { Statement } from './driver/sql.ts';

/** Thrown if no connection was available, so nothing was sent. */
export class NotSent extends HarkError {
  constructor(cause: HarkError) {
    super('unavailable', 'database_away', "The database isn't responding. Try again shortly.", {
      cause,
      retryAfterSeconds: 1,
    });
  }
}

/** Runs single statements across workspaces. Its role limits what they can reach (database-roles.ts). */
export class SingleStatementPool {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Runs a statement in its own transaction. The transaction is committed when this resolves. */
  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const client = await this.#pool.connect().catch((error) => {
      const explained = explainDatabaseError(error);
      throw explained instanceof HarkError ? new NotSent(explained) : explained;
    });
    try {
      const { rows } = await client.query<Row>(wireOn(client, statement));
      client.release();
      return rows;
    } catch (error) {
      // The connection is still usable after an error that PostgreSQL reports, but not after any other.
      client.release(!(error instanceof pg.DatabaseError));
      throw explainDatabaseError(error);
    }
  }

  readonly load = () => loadOf(this.#pool);

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
