import pg from 'pg';
import { fault } from '../../lib/errors.ts';
import { explainDatabaseError } from './database-error.ts';
import { sendTogether } from './pipeline.ts';
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
 * Runs `work` in one transaction on a connection of the pool. BEGIN, with the opening, travels with the first statement,
 * COMMIT with the one that `work` calls its last. `opening` are the statements that set what row-level security looks at. A rehearsal returns the result of `work` and rolls everything back.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  opening: readonly Statement[],
  work: (transaction: Transaction) => Promise<T>,
  { isRehearsal = false } = {},
): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw explainDatabaseError(error);
  });
  const open = new OpenTransaction(client, opening, isRehearsal);
  try {
    const result = await work(open);
    if (isRehearsal) await open.rollback();
    else await open.commit();
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    const broken = await open.rollback().then(
      () => undefined,
      (cause: Error) => cause,
    );
    client.release(broken);
    throw explainDatabaseError(open.causeOf(error));
  }
}

/** What PostgreSQL says to every statement behind the one that failed. */
const afterFailure = '25P02';

/** The three ways to read an answer, for whoever can ask. */
export abstract class Asking {
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
  /** What is still to be sent before the first statement. */
  #opening: readonly Statement[] | undefined;
  /** What goes along with the next statement, and who waits for its rows. */
  #waiting: { readonly statement: Statement; readonly tell: (rows: Promise<object[]>) => void }[] = [];
  #isOpen = false;
  #isEnded = false;
  /** The connection is, or is about to be, somebody else's. */
  #isOver = false;
  /** The first error of a statement: those that were sent along with it only tell that there was one. */
  #failure: unknown;
  readonly #isRehearsal: boolean;

  constructor(client: pg.PoolClient, opening: readonly Statement[], isRehearsal: boolean) {
    super();
    this.#client = client;
    this.#opening = opening;
    this.#isRehearsal = isRehearsal;
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
    if (this.#waiting.length > 0) await this.#send([]);
  }

  async last<Row extends object>(statement: Statement): Promise<Row[]> {
    if (this.#isRehearsal) return this.query(statement);
    // The first and the last: under one Sync it is a transaction by itself.
    const isAlone = this.#opening !== undefined;
    const answers = isAlone ? this.#send([statement], []) : this.#send([statement, sql`commit`]);
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
      const cause = this.causeOf(error);
      await this.#send([sql`rollback to savepoint attempt`]);
      this.#failure = undefined;
      throw explainDatabaseError(cause);
    }
  }

  /** Why a statement failed that came behind another one that did; of several that are asked at once either may be told first. */
  causeOf(error: unknown): unknown {
    return error instanceof pg.DatabaseError && error.code === afterFailure
      ? (this.#failure ?? error)
      : error;
  }

  /** PostgreSQL answers ROLLBACK to the COMMIT of a failed transaction: that must never pass as success. */
  async commit(): Promise<void> {
    if (!this.#isEnded) await this.flush();
    this.#isOver = true;
    if (!this.#isOpen) return;
    const [answer] = await sendTogether(this.#client, [sql`commit`]);
    this.#isOpen = false;
    if (answer?.command !== 'COMMIT')
      throw fault('transaction_failed', 'A failed statement was passed over.');
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.#isOpen) await sendTogether(this.#client, [sql`rollback`]);
  }

  /** Sends statements together, behind the opening and those that wait, and tells the rows of each. */
  async #send(
    statements: readonly Statement[],
    begin: readonly Statement[] = [sql`begin`],
  ): Promise<object[][]> {
    if (this.#isEnded)
      throw fault('transaction_ended', 'A statement came after the one that was called the last.');
    // Of several things that were asked at once one failed, and another goes on: it would write into a stranger's transaction.
    if (this.#isOver) throw fault('transaction_over', 'A statement came after the end of its transaction.');
    const [opening, waiting] = [this.#opening, this.#waiting];
    const before = opening ? [...begin, ...opening] : [];
    this.#opening = undefined;
    this.#waiting = [];
    this.#isOpen = true;
    const all = [...before, ...waiting.map(({ statement }) => statement), ...statements];
    const answers = sendTogether(this.#client, all).catch((error) => {
      this.#failure ??= error;
      throw error;
    });
    for (const [index, { tell }] of waiting.entries())
      tell(answers.then((told) => told[before.length + index]?.rows ?? []));
    return (await answers).slice(before.length + waiting.length).map(({ rows }) => rows);
  }
}
