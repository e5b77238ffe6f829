import type pg from 'pg';
import { fault } from '../lib/errors.ts';
import { explainDatabaseError } from './database-error.ts';
import { type Statement, toWire } from './sql.ts';

/** What a store gets: a way to run statements inside the transaction that its caller opened. */
export interface Transaction {
  /** All rows. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row extends object>(statement: Statement): Promise<Row | undefined>;
  /** The one row that must be there, such as that of `insert … returning`. */
  one<Row extends object>(statement: Statement): Promise<Row>;
  /** Runs `work` so that only its own statements are undone when it throws; the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/** How a transaction is opened, and whether it ends with its first statement. */
interface TransactionPlan {
  opening: string;
  single: boolean;
}

/**
 * Runs `work` in one transaction on a connection of the pool. BEGIN (with what `opening` sets) travels with the
 * first statement; with `single`, COMMIT does too, so that everything is one round trip.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  plan: TransactionPlan,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw explainDatabaseError(error);
  });
  const open = new OpenTransaction(client, plan);
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

class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient;
  readonly #plan: TransactionPlan;
  #opened: Promise<unknown> | undefined;
  #committed: Promise<pg.QueryResult> | undefined;

  constructor(client: pg.PoolClient, plan: TransactionPlan) {
    this.#client = client;
    this.#plan = plan;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    if (this.#committed !== undefined)
      throw fault('transaction_ended', 'A single transaction takes one statement.');
    const opened = this.#open();
    const answer = this.#client.query<Row>(toWire(statement));
    if (this.#plan.single) this.#committed = this.#send('commit');
    const [, { rows }] = await Promise.all([opened, answer]);
    return rows;
  }

  async first<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.query<Row>(statement))[0];
  }

  async one<Row extends object>(statement: Statement): Promise<Row> {
    const row = await this.first<Row>(statement);
    if (!row) throw fault('row_missing', 'A row that must exist does not.');
    return row;
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    await this.#open();
    await this.#client.query('savepoint attempt');
    try {
      const result = await work();
      await this.#client.query('release savepoint attempt');
      return result;
    } catch (error) {
      await this.#client.query('rollback to savepoint attempt');
      throw explainDatabaseError(error);
    }
  }

  /** PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction: that must never pass as success. */
  async commit(): Promise<void> {
    if (!this.#opened) return;
    this.#committed ??= this.#send('commit');
    const { command } = await this.#committed;
    if (command !== 'COMMIT') throw fault('transaction_failed', 'A failed statement was passed over.');
  }

  async rollback(): Promise<void> {
    if (!this.#opened) return;
    await this.#opened;
    await (this.#committed ?? this.#client.query('rollback'));
  }

  #open(): Promise<unknown> {
    this.#opened ??= this.#send(this.#plan.opening);
    return this.#opened;
  }

  /** Sent ahead of being awaited, so a failure must not count as unhandled meanwhile. */
  #send(text: string): Promise<pg.QueryResult> {
    const answer = this.#client.query(text);
    answer.catch(() => {});
    return answer;
  }
}
