import pg from 'pg';
import { fault } from '../../lib/errors.ts';
import { explainDatabaseError } from './database-error.ts';
import { sendTogether } from './pipeline.ts';
import type { Statement } from './sql.ts';
import { Asking, type Transaction } from './transaction.ts';

interface Waiting {
  readonly statement: Statement;
  readonly resolve: (rows: object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends statements that are issued before the next `await` in one round trip, which is one transaction. */
export class Reading extends Asking implements Transaction {
  readonly #pool: pg.Pool;
  readonly #setting: Statement;
  #waiting: Waiting[] = [];

  /** `setting` sets the workspace for row-level security. */
  constructor(pool: pg.Pool, setting: Statement) {
    super();
    this.#pool = pool;
    this.#setting = setting;
  }

  query<Row extends object>(statement: Statement): Promise<Row[]> {
    const rows = new Promise<object[]>((resolve, reject) => {
      if (this.#waiting.push({ statement, resolve, reject }) === 1) queueMicrotask(() => void this.#send());
    });
    // All statements in a round trip fail together, and the caller may await only one of them.
    rows.catch(() => {});
    return rows as Promise<Row[]>;
  }

  ahead<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.query(statement);
  }

  async flush(): Promise<void> {}

  last<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.query(statement);
  }

  async attempt<T>(): Promise<T> {
    throw fault('nothing_to_undo', "A read-only transaction doesn't support savepoints.");
  }

  async #send(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const client = await this.#pool.connect();
      const answers = await this.#sendOn(client, [
        this.#setting,
        ...waiting.map(({ statement }) => statement),
      ]);
      for (const [index, { resolve }] of waiting.entries()) resolve(answers[1 + index]?.rows ?? []);
    } catch (error) {
      const explained = explainDatabaseError(explainWrite(error));
      for (const { reject } of waiting) reject(explained);
    }
  }

  async #sendOn(client: pg.PoolClient, statements: readonly Statement[]) {
    try {
      const answers = await sendTogether(client, statements);
      client.release();
      return answers;
    } catch (error) {
      // The connection is still usable after an error that PostgreSQL reports, but not after any other.
      client.release(!(error instanceof pg.DatabaseError));
      throw error;
    }
  }
}

const readOnlyTransaction = '25006';

/**
 * Explains an error code that usually means the server has become a standby. Here it means that the calling
 * code tried to write.
 */
const explainWrite = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === readOnlyTransaction
    ? fault('write_in_read', 'A read tried to write. Use db.write.', error)
    : error;
