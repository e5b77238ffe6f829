import { parseArgs } from 'node:util';

/** What a suite is told on the command line. */
export interface BenchOptions {
  /** Under a minute, smaller data, same code. */
  readonly quick: boolean;
  readonly json: boolean;
  /** The database with the growth data; a quick run without one makes its own and drops it. */
  readonly database: string | undefined;
  /** How many leads the large workspace gets, and how many small workspaces there are. */
  readonly leads: number | undefined;
  readonly workspaces: number | undefined;
  progress(line: string): void;
}

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      database: { type: 'string' },
      leads: { type: 'string' },
      workspaces: { type: 'string' },
    },
  });
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    quick: values.quick,
    json: values.json,
    database: values.database,
    leads: numberOf(values.leads),
    workspaces: numberOf(values.workspaces),
    progress: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
  };
}
