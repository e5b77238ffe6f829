import type { Transaction } from '../../db/driver/transaction.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import { readHighestId, readWorkspaceRows, type TableName } from '../../db/workspace-rows.ts';
import type { Clock } from '../../lib/clock.ts';
import { type InstallationKey, seal } from '../../lib/crypto/installation-key.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { invalid } from '../../lib/errors.ts';
import type { Workspace } from '../workspaces/index.ts';
import { packRow } from './carried-row.ts';
import { type FileKeyHint, makeFileKey } from './file-key.ts';
import { countUnfinishedRuns, selectSchema } from './whole-workspace-store.ts';
import { type FileEnd, type FileHeader, rowLine, writeLines } from './workspace-file.ts';
import { carriedTables } from './workspace-tables.ts';

/** Rows can be large (a run has up to 16 MiB), so small pages keep memory usage low. */
const pageSize = 200;
const runPageSize = 20;
const weekMs = 7 * 24 * 3_600_000;
/** The offset to Monday, when weeks start: the Unix epoch was a Thursday. */
const mondayMs = 3 * 24 * 3_600_000;

/** Reports how many of a table's rows have been processed. */
export type Progress = (table: string, rows: number) => void;

interface Exporting {
  /** Reads everything as of one point in time. */
  readonly snapshot: OwnerDatabase;
  readonly key: InstallationKey;
  readonly clock: Clock;
  readonly onProgress: Progress;
}

interface ExportOptions {
  readonly path: string;
  /** If undefined, secrets are omitted from the file. */
  readonly passphrase: Secret | undefined;
  readonly hasRuns: boolean;
}

export interface Exported {
  readonly rows: Readonly<Record<string, number>>;
  /**
   * How many runs will resume where the file is imported. They also resume here unless the workspace stays
   * suspended.
   */
  readonly unfinishedRuns: number;
}

/** Exports a workspace to a file, as of one point in time, while the workspace is in use. */
export async function exportWorkspace(
  exporting: Exporting,
  workspace: Workspace,
  { path, passphrase, hasRuns }: ExportOptions,
): Promise<Exported> {
  if (hasRuns && !passphrase)
    throw invalid('bad_option', 'Runs contain secrets: --runs requires --passphrase-file.');
  const made = passphrase && makeFileKey(passphrase);
  const end: Writing = { tables: {}, weeks: new Set() };
  return exporting.snapshot.run(async (transaction) => {
    await requireOwnSchema(transaction);
    const lines = linesOf(
      exporting,
      transaction,
      workspace,
      { fileKey: made?.key, hint: made?.hint, hasRuns },
      end,
    );
    await writeLines(path, lines);
    const counts = Object.entries(end.tables).map(([table, { rows }]) => [table, rows] as const);
    return {
      rows: Object.fromEntries(counts),
      unfinishedRuns: hasRuns ? await countUnfinishedRuns(transaction, workspace.id) : 0,
    };
  });
}

interface Writing {
  readonly tables: FileEnd['tables'];
  readonly weeks: Set<number>;
}

async function* linesOf(
  { key, clock, onProgress }: Exporting,
  transaction: Transaction,
  { id, name, baseUrl }: Workspace,
  {
    fileKey,
    hint,
    hasRuns,
  }: { fileKey: InstallationKey | undefined; hint: FileKeyHint | undefined; hasRuns: boolean },
  { tables, weeks }: Writing,
): AsyncGenerator<string> {
  const header: FileHeader = {
    format: 'hark-workspace',
    version: 1,
    schema: await selectSchema(transaction),
    exported_at: clock.now().toISOString(),
    workspace: { name, base_url: baseUrl },
    has_runs: hasRuns,
    secrets: hint ?? null,
  };
  yield `${JSON.stringify(header)}\n`;
  const pack = (purpose: string, plain: string) => (fileKey ? seal(fileKey, purpose, plain) : null);
  for (const table of carriedTables({ hasSecrets: fileKey !== undefined, hasRuns })) {
    let rows = 0;
    for await (const page of readWorkspaceRows(transaction, table, id, pageSizeOf(table))) {
      if (table === 'runs') for (const line of page) weeks.add(weekOf(line));
      yield page.map((line) => rowLine(table, packRow(table, line, key, pack))).join('');
      rows += page.length;
      onProgress(table, rows);
    }
    const highest = await readHighestId(transaction, table, id);
    tables[table] = { rows, ...(highest !== undefined && { highest_id: highest }) };
  }
  const moments = [...weeks].map((week) => new Date(week * weekMs - mondayMs).toISOString());
  yield `${JSON.stringify({ end: { tables, weeks: moments } })}\n`;
}

const pageSizeOf = (table: TableName): number =>
  table === 'runs' || table === 'run_steps' ? runPageSize : pageSize;

/** Returns the week in which a run was accepted. A run's ID starts with the milliseconds. */
function weekOf(line: string): number {
  const { id } = JSON.parse(line) as { id: string };
  const acceptedMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return Math.floor((acceptedMs + mondayMs) / weekMs);
}
