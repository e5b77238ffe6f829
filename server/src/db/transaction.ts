import pg from 'pg';
import { fault } from '../lib/errors.ts';
import { explainDatabaseError } from './database-error.ts';
import { sendTogether } from './round-trip.ts';
import { type Statement, sql } from './sql.ts';

/** What a store gets: a way to run statements inside the transaction that its caller opened. */
export interface Transaction {
  /** All rows. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row extends object>(statement: Statement): Promise<Row | undefined>;
  /** The one row that must be there, such as that of `insert … returning`. */
  one<Row extends object>(statement: Statement): Promise<Row>;
  /** All rows of a statement that waits for the next one and travels with it. */
  ahead<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Sends what waits, if anything does. */
  flush(): Promise<void>;
  /** All rows of the statement that the transaction ends with: COMMIT travels along. */
  last<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Runs `work` so that only its own statements are undone when it throws; the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs `work` in one transaction on a connection of the pool. BEGIN, with what `setting` sets, travels with the first
 * statement, COMMIT with the one that `work` calls its last.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  setting: Statement | undefined,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw explainDatabaseError(error);
  });
  const open = new OpenTransaction(client, setting ? [sql`begin`, setting] : [sql`begin`]);
  try {
    const result = await work(open);
    await open.commit();
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    const broken = await open.rollback().then(
      () => undefined,
      (cause: Error) => cause,
    );
    client.release(broken);
    throw explainDatabaseError(error);
  }
}

/** The three ways to read an answer, for whoever can ask. */
abstract class Asking {
  abstract query<Row extends object>(statement: Statement): Promise<Row[]>;

  async first<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.query<Row>(statement))[0];
  }

  async one<Row extends object>(statement: Statement): Promise<Row> {
    const row = await this.first<Row>(statement);
    if (!row) throw fault('row_missing', 'A row that must exist does not.');
    return row;
  }
}

class OpenTransaction extends Asking implements Transaction {
  readonly #client: pg.PoolClient;
  /** What is still to be sent before the next statement, and who waits for its rows. */
  #waiting: { readonly statement: Statement; readonly tell?: (rows: Promise<object[]>) => void }[];
  #isOpen = false;
  #isEnded = false;

  constructor(client: pg.PoolClient, opening: readonly Statement[]) {
    super();
    this.#client = client;
    this.#waiting = opening.map((statement) => ({ statement }));
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    return (await this.#send([statement]))[0] as Row[];
  }

  ahead<Row extends object>(statement: Statement): Promise<Row[]> {
    return new Promise((resolve) => {
      this.#waiting.push({ statement, tell: (rows) => resolve(rows as Promise<Row[]>) });
    });
  }

  async flush(): Promise<void> {
    if (this.#waiting.some(({ tell }) => tell)) await this.#send([]);
  }

  async last<Row extends object>(statement: Statement): Promise<Row[]> {
    const answers = this.#send([statement, sql`commit`]);
    this.#isEnded = true;
    const [rows] = await answers;
    this.#isOpen = false;
    return rows as Row[];
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    await this.#send([sql`savepoint attempt`]);
    try {
      const result = await work();
      await this.#send([sql`release savepoint attempt`]);
      return result;
    } catch (error) {
      await this.#send([sql`rollback to savepoint attempt`]);
      throw explainDatabaseError(error);
    }
  }

  /** PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction: that must never pass as success. */
  async commit(): Promise<void> {
    if (!this.#isEnded) await this.flush();
    if (!this.#isOpen) return;
    const [answer] = await sendTogether(this.#client, [sql`commit`]);
    this.#isOpen = false;
    if (answer?.command !== 'COMMIT')
      throw fault('transaction_failed', 'A failed statement was passed over.');
  }

  async rollback(): Promise<void> {
    if (this.#isOpen) await sendTogether(this.#client, [sql`rollback`]);
  }

  /** Sends statements together, behind those that wait, and tells the rows of each. */
  async #send(statements: readonly Statement[]): Promise<object[][]> {
    if (this.#isEnded)
      throw fault('transaction_ended', 'A statement came after the one that was called the last.');
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#isOpen = true;
    const all = [...waiting.map(({ statement }) => statement), ...statements];
    const answers = sendTogether(this.#client, all);
    for (const [index, { tell }] of waiting.entries())
      tell?.(answers.then((told) => told[index]?.rows ?? []));
    return (await answers).slice(waiting.length).map(({ rows }) => rows);
  }
}

/**
 * Runs what `work` asks for before it first waits as one transaction in one round trip. It is sent whatever `work` does
 * afterwards, and nothing that it asked is answered before all of it is committed.
 */
export async function inRoundTrip<T>(
  pool: pg.Pool,
  setting: Statement,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const collected = new CollectedTransaction();
  const result = work(collected);
  // When the sending fails, that is what is told.
  result.catch(() => {});
  await collected.send(pool, setting);
  return result;
}

/** A transaction as a store knows it, except that it ends when it is sent. */
class CollectedTransaction extends Asking implements Transaction {
  readonly #statements: Statement[] = [];
  readonly #answers = Promise.withResolvers<object[][]>();
  #isSent = false;

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    if (this.#isSent) throw fault('transaction_ended', 'What is asked after the first wait comes too late.');
    const position = this.#statements.push(statement) - 1;
    return (await this.#answers.promise)[position] as Row[];
  }

  ahead<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.query(statement);
  }

  async flush(): Promise<void> {}

  last<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.query(statement);
  }

  async attempt<T>(): Promise<T> {
    throw fault('transaction_ended', 'What is sent at once cannot be undone in part.');
  }

  async send(pool: pg.Pool, setting: Statement): Promise<void> {
    this.#isSent = true;
    if (this.#statements.length === 0) return;
    try {
      const [, ...answers] = await this.#sendOn(await pool.connect(), setting);
      this.#answers.resolve(answers.map(({ rows }) => rows));
    } catch (error) {
      const explained = explainDatabaseError(error);
      this.#answers.reject(explained);
      this.#answers.promise.catch(() => {});
      throw explained;
    }
  }

  async #sendOn(client: pg.PoolClient, setting: Statement) {
    try {
      const answers = await sendTogether(client, [setting, ...this.#statements]);
      client.release();
      return answers;
    } catch (error) {
      // After an error of the server's own the connection is as good as new; after any other it is not.
      client.release(!(error instanceof pg.DatabaseError));
      throw error;
    }
  }
}
