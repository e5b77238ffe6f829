import { parsers } from './pool.ts';

/** What the driver tells of a column. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The columns of a statement's rows, and how their values are read. A prepared statement keeps its shape for as long as its connection. */
export class AnswerShape {
  readonly #names: readonly string[];
  readonly #readers: readonly ((text: string) => unknown)[];
  /** Copied for every row, so that all of them are of one kind to the engine. */
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(columns: readonly Column[]) {
    this.#names = columns.map(({ name }) => name);
    this.#readers = columns.map(({ dataTypeID }) => parsers.getTypeParser(dataTypeID, 'text'));
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]));
  }

  read(values: readonly (string | null)[]): object {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      if (value != null) row[this.#names[index] ?? ''] = this.#readers[index]?.(value);
    }
    return row;
  }
}
