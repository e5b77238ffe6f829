import pg from 'pg';
import { AnswerShape, type Column } from './answer-shape.ts';
import { wireOn } from './prepared.ts';
import type { Statement, WireStatement } from './sql.ts';
import { wireValue } from './wire-value.ts';

/** What a statement was answered: its rows, and the word of its command, such as COMMIT. */
interface Answer {
  readonly rows: object[];
  readonly command: string;
}

/** What a query uses of its connection; the published types leave most of it out. */
interface DriverConnection {
  readonly stream: { write(bytes: Buffer): unknown };
  /** By name: those that PostgreSQL has confirmed, and those that are on their way. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: { name: string | undefined; text: string }): void;
  bind(message: { statement: string | undefined; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

/** The shapes of the statements that a connection has prepared, by their names. */
const knownShapes = new WeakMap<DriverConnection, Map<string, AnswerShape>>();

const shapesOf = (connection: DriverConnection): Map<string, AnswerShape> => {
  const known = knownShapes.get(connection) ?? new Map<string, AnswerShape>();
  knownShapes.set(connection, known);
  return known;
};

const noColumns = new AnswerShape([]);

/**
 * Sends statements together and tells their answers when all of them are done. Outside of BEGIN and COMMIT they are one
 * transaction by themselves: everything is committed before anything is told, or nothing happened.
 */
export function sendTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const wires = statements.map((statement) => wireOn(client, statement));
    const trip = new RoundTrip(wires, (error, answers) => (error ? reject(error) : resolve(answers)));
    client.query(trip);
  });
}

/**
 * Several statements in one write and under one Sync, so that PostgreSQL responds once (docs/design/database.md). pg alone would
 * send a Sync with each statement, parse BEGIN and COMMIT every time, and ask for the columns of every result again.
 */
class RoundTrip extends pg.Query {
  /** The driver notes these two as prepared, and puts its time limit around the callback. */
  name: string | undefined;
  text: string | undefined;
  callback: (error: Error | null) => void;
  readonly #statements: readonly WireStatement[];
  readonly #values: readonly (readonly (string | Buffer | null)[])[];
  readonly #answers: Answer[] = [];
  #shapes = new Map<string, AnswerShape>();
  #position = 0;
  /** Of the statement whose turn it is: its rows, and their shape once it is known. */
  #rows: object[] = [];
  #shape: AnswerShape | undefined;
  /** A value that arrived and could not be taken, such as a number that is too large. */
  #unreadable: Error | null = null;

  constructor(statements: readonly WireStatement[], done: (error: Error | null, answers: Answer[]) => void) {
    super({ text: '' });
    this.#statements = statements;
    this.#values = statements.map(({ values }) => values.map(wireValue));
    this.callback = (error) => done(error, this.#answers);
  }

  override submit = (connection: pg.Connection): null => {
    const real = connection as unknown as DriverConnection;
    this.#shapes = shapesOf(real);
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
    if (name === undefined || !this.#shapes.has(name)) connection.describe({ type: 'P' });
    connection.execute({});
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = new AnswerShape(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      if (this.#shape) this.#rows.push(this.#shape.read(fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers.push({ rows: this.#rows, command: text.split(' ', 1)[0] ?? '' });
    // What was described and has no columns is not told of.
    if (this.name !== undefined && !this.#shapes.has(this.name))
      this.#shapes.set(this.name, this.#shape ?? noColumns);
    this.#turnTo(this.#position + 1);
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable);
  }

  /** What came after the one that failed was not even prepared. */
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
    this.#shape = name === undefined ? undefined : this.#shapes.get(name);
  }
}
