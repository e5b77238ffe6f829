import pg from 'pg';
import { parsers } from './pool.ts';
import { wireOn } from './prepared.ts';
import type { Statement, WireStatement } from './sql.ts';
import { wireValue } from './wire-value.ts';

/** The response to one statement; `command` is the command tag's first word, such as COMMIT. */
interface Answer {
  readonly rows: object[];
  readonly command: string;
}

/** The parts of pg's connection that this file uses; pg's types omit most of them. */
interface DriverConnection {
  readonly stream: { write(bytes: Buffer): unknown };
  /** Prepared statements by name: confirmed by PostgreSQL, and sent but not yet confirmed. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { name: string | undefined; text: string }): void;
  bind(message: { statement: string | undefined; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

/**
 * Sends statements in one round trip and resolves when all have finished. Outside BEGIN and COMMIT they form
 * one transaction: when this resolves, everything is committed; when it rejects, nothing happened.
 */
export function sendTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const wires = statements.map((statement) => wireOn(client, statement));
    const trip = new RoundTrip(wires, (error, answers) => (error ? reject(error) : resolve(answers)));
    client.query(trip);
  });
}

/**
 * Sends several statements in one write with a single Sync, so PostgreSQL responds once
 * (docs/design/database.md). pg would send a Sync with each statement, and BEGIN and COMMIT as text that
 * PostgreSQL parses every time.
 */
class RoundTrip extends pg.Query {
  /** pg marks `name` and `text` as prepared, and wraps `callback` to enforce its query timeout. */
  name: string | undefined;
  text: string | undefined;
  callback: (error: Error | null) => void;
  readonly #statements: readonly WireStatement[];
  readonly #values: readonly (readonly (string | Buffer | null)[])[];
  readonly #answers: Answer[] = [];
  #position = 0;
  #rows: object[] = [];
  #columns: readonly Column[] = [];
  /** Set if PostgreSQL sent a value that can't be parsed, such as an integer that is too large. */
  #unreadable: Error | null = null;

  constructor(statements: readonly WireStatement[], done: (error: Error | null, answers: Answer[]) => void) {
    super({ text: '' });
    this.#statements = statements;
    this.#values = statements.map(({ values }) => values.map(wireValue));
    this.callback = (error) => done(error, this.#answers);
  }

  override submit = (connection: pg.Connection): null => {
    const real = connection as unknown as DriverConnection;
    const messages: Buffer[] = [];
    const stream = { writable: true, write: (message: Buffer) => messages.push(message) };
    const collecting = Object.create(real, { stream: { value: stream } }) as DriverConnection;
    this.#statements.forEach((statement, index) => {
      this.#write(collecting, statement, this.#values[index] ?? []);
    });
    collecting.sync();
    this.#turnTo(0);
    real.stream.write(Buffer.concat(messages));
    return null;
  };

  #write(
    connection: DriverConnection,
    { name, text }: WireStatement,
    values: readonly (string | Buffer | null)[],
  ) {
    const { parsedStatements, submittedNamedStatements } = connection;
    if (name === undefined || !(name in parsedStatements || name in submittedNamedStatements)) {
      connection.parse({ name, text });
      if (name !== undefined) submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values });
    connection.describe({ type: 'P' });
    connection.execute({});
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: parsers.getTypeParser(dataTypeID, 'text'),
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(readRow(this.#columns, fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers.push({ rows: this.#rows, command: text.split(' ', 1)[0] ?? '' });
    this.#turnTo(this.#position + 1);
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable);
  }

  /** PostgreSQL skipped the statements after the failed one, so they were not prepared. */
  handleError(error: Error, connection: DriverConnection): void {
    for (const { name } of this.#statements.slice(this.#position)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.callback(error);
  }

  #turnTo(position: number): void {
    this.#position = position;
    const { name, text } = this.#statements[position] ?? {};
    this.name = name;
    this.text = text;
    this.#rows = [];
    this.#columns = [];
  }
}

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

function readRow(columns: readonly Column[], values: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const [column, value] = [columns[index], values[index]];
    if (column) row[column.name] = value == null ? null : column.read(value);
  }
  return row;
}
