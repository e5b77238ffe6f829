import pg from 'pg';
import { parsers } from './pool.ts';
import { type Statement, toWire } from './sql.ts';

/** What a statement was answered: its rows, and the word of its command, such as COMMIT. */
interface Answer {
  readonly rows: object[];
  readonly command: string;
}

/** What the driver calls on a query, and a query on its connection; the published types leave these out. */
interface DriverQuery {
  readonly name?: string;
  readonly text: string;
  submit(connection: DriverConnection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleReadyForQuery(connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
}

interface DriverConnection {
  readonly submittedNamedStatements: Record<string, string>;
}

/**
 * Sends statements together and tells their answers when all of them are done. Outside of BEGIN and COMMIT they are one
 * transaction by themselves: everything is committed before anything is told, or nothing happened.
 */
export function sendTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const trip = new RoundTrip(statements, (error, answers) => (error ? reject(error) : resolve(answers)));
    client.query(trip);
  });
}

/**
 * Several statements in one write and under one Sync, so that PostgreSQL answers once. The driver alone would send each
 * with its own, and BEGIN and COMMIT as texts that are parsed anew (docs/decisions/0017-one-round-trip.md).
 */
class RoundTrip extends pg.Query {
  /** The driver notes these two as prepared, and puts its time limit around the callback. */
  name: string | undefined;
  text: string | undefined;
  callback: (error: Error | null) => void;
  readonly #answers: Answer[] = [];
  readonly #queries: readonly DriverQuery[];
  #position = 0;
  /** A value that arrived and could not be taken, such as a number that is too large. */
  #unreadable: Error | null = null;

  constructor(statements: readonly Statement[], done: (error: Error | null, answers: Answer[]) => void) {
    super({ text: '' });
    this.#queries = statements.map((statement) => {
      const callback = (error: Error | null, answer: Answer) => {
        if (error) this.#unreadable = error;
        else this.#answers.push(answer);
      };
      const config = { ...toWire(statement), types: parsers, queryMode: 'extended', callback };
      return new pg.Query(config) as unknown as DriverQuery;
    });
    this.callback = (error) => done(error, this.#answers);
    this.#turnTo(0);
  }

  override submit = (connection: pg.Connection): Error | null => {
    const messages: Buffer[] = [];
    const stream = { writable: true, write: (message: Buffer) => messages.push(message) };
    const collecting = Object.create(connection, { stream: { value: stream }, sync: { value: () => {} } });
    for (const query of this.#queries) {
      const problem = query.submit(collecting);
      if (problem) return problem;
    }
    connection.sync.call(collecting);
    connection.stream.write(Buffer.concat(messages));
    return null;
  };

  handleRowDescription(message: unknown): void {
    this.#queries[this.#position]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#queries[this.#position]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#queries[this.#position]?.handleCommandComplete(message, connection);
    this.#turnTo(this.#position + 1);
  }

  handleReadyForQuery(connection: DriverConnection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.callback(this.#unreadable);
  }

  /** What came after the one that failed was not even prepared. */
  handleError(error: Error, connection: DriverConnection): void {
    for (const { name } of this.#queries.slice(this.#position)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  #turnTo(position: number): void {
    this.#position = position;
    this.name = this.#queries[position]?.name;
    this.text = this.#queries[position]?.text;
  }
}
