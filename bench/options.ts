import { parseArgs } from 'node:util';

export const usage = `Usage: npm run -s bench -- <suite> [options]
  --quick           take less than a minute, with less data
  --json            print one JSON document
  --data DIR        keep the PostgreSQL server's data in DIR, and use it again in later runs
  --server URL      measure this PostgreSQL server instead of starting one; URL is a superuser's
  --leads N         api: the number of leads in the large workspace
  --workspaces N    api: the number of small workspaces
  --installed DIR   n8n, directus: where the product is installed`;

/** The command-line options of a suite. */
export interface BenchOptions {
  /** Takes less than a minute, with smaller data and the same code. */
  readonly quick: boolean;
  readonly json: boolean;
  /** The folder that keeps the PostgreSQL server's data. */
  readonly data?: string | undefined;
  /** The URL of a running PostgreSQL server. */
  readonly server?: string | undefined;
  /** The number of leads in the large workspace, and the number of small workspaces. */
  readonly leads?: number | undefined;
  readonly workspaces?: number | undefined;
  /** The folder in which another product is installed. */
  readonly installed?: string | undefined;
  progress(line: string): void;
}

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      data: { type: 'string' },
      server: { type: 'string' },
      leads: { type: 'string' },
      workspaces: { type: 'string' },
      installed: { type: 'string' },
    },
  });
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return {
    ...values,
    leads: numberOf(values.leads),
    workspaces: numberOf(values.workspaces),
    progress: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
  };
}
