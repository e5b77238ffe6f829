import pg from 'pg';
import { fault } from '../../lib/errors.ts';
import { explainDatabaseError } from './database-error.ts';
import { sendTogether } from './pipeline.ts';
import { type Statement, sql } from './sql.ts';

export interface Transaction {
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  first<Row extends object>(statement: Statement): Promise<Row | undefined>;
  /** Returns the only row. Throws if there is no row. */
  one<Row extends object>(statement: Statement): Promise<Row>;
  /** Queues a statement; it is sent with the next one. */
  ahead<Row extends object>(statement: Statement): Promise<Row[]>;
  flush(): Promise<void>;
  /** Runs the transaction's last statement; COMMIT is sent with it. */
  last<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Runs `work` in a savepoint: if it throws, its statements are undone and the transaction continues. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Runs `work` in one transaction. BEGIN and `opening` (the settings that row-level security reads) are sent
 * with the first statement, COMMIT with the one passed to `last`. A rehearsal returns the result of `work`
 * and rolls everything back.
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
    // Discard a connection that can't roll back.
    const broken = await open.rollback().then(
      () => undefined,
      (cause: Error) => cause,
    );
    client.release(broken);
    throw explainDatabaseError(open.causeOf(error));
  }
}

/** PostgreSQL's error code for every statement after the failed one. */
const afterFailure = '25P02';

export abstract class Asking {
  abstract query<Row extends object>(statement: Statement): Promise<Row[]>;

  async first<Row extends object>(statement: Statement): Promise<Row | undefined> {
    return (await this.query<Row>(statement))[0];
  }

  async one<Row extends object>(statement: Statement): Promise<Row> {
    const row = await this.first<Row>(statement);
    if (!row) throw fault('row_missing', 'A required row is missing.');
    return row;
  }
}

class OpenTransaction extends Asking implements Transaction {
  readonly #client: pg.PoolClient;
  #opening: readonly Statement[] | undefined;
  /** Statements queued by `ahead`. They are sent with the next statement. */
  #waiting: { readonly statement: Statement; readonly tell: (rows: Promise<object[]>) => void }[] = [];
  #isOpen = false;
  #isEnded = false;
  /** True once the connection has been or is about to be returned to the pool. */
  #isOver = false;
  /** The first error. Statements sent after it fail with a generic error. */
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
    // This is the first and the last statement. Sent with one Sync, it is a transaction by itself.
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

  /**
   * Returns the original error behind a 25P02. If several statements are in flight, a later one may reject
   * first.
   */
  causeOf(error: unknown): unknown {
    return error instanceof pg.DatabaseError && error.code === afterFailure
      ? (this.#failure ?? error)
      : error;
  }

  /**
   * Commits. PostgreSQL responds with ROLLBACK to the COMMIT of a failed transaction, which must not count as
   * success.
   */
  async commit(): Promise<void> {
    if (!this.#isEnded) await this.flush();
    this.#isOver = true;
    if (!this.#isOpen) return;
    const [answer] = await sendTogether(this.#client, [sql`commit`]);
    this.#isOpen = false;
    if (answer?.command !== 'COMMIT')
      throw fault('transaction_failed', 'The transaction continued after a failed statement.');
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    if (this.#isOpen) await sendTogether(this.#client, [sql`rollback`]);
  }

  async #send(
    statements: readonly Statement[],
    begin: readonly Statement[] = [sql`begin`],
  ): Promise<object[][]> {
    if (this.#isEnded)
      throw fault('transaction_ended', 'A statement was issued after the one that ends the transaction.');
    // A concurrent call may continue after another one failed. Its statement must not run in the transaction
    // that uses this connection next.
    if (this.#isOver) throw fault('transaction_over', 'A statement was issued after its transaction ended.');
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
