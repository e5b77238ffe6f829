import { violatedUnique } from '../../db/driver/database-error.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import { countBeyond, insertingRows, readColumns, type TableName } from '../../db/workspace-rows.ts';
import type { Clock } from '../../lib/clock.ts';
import { type InstallationKey, open } from '../../lib/crypto/installation-key.ts';
import type { Secret } from '../../lib/crypto/secret.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { keepWithinLimits } from '../limits/index.ts';
import { requireSeparateHosts } from '../workspaces/index.ts';
import { unpackRow } from './carried-row.ts';
import { checkEnd, checkImported } from './check-imported.ts';
import type { Progress } from './export-workspace.ts';
import { findFileKey } from './file-key.ts';
import { type ReadFile, readWholeFile } from './read-file.ts';
import {
  countUnfinishedRuns,
  insertSuspended,
  makeRunWeek,
  releaseRuns,
  selectSchema,
} from './whole-workspace-store.ts';
import { readLines, splitRowLine } from './workspace-file.ts';

const batchRows = 500;
const batchCharacters = 1_000_000;

interface Importing {
  readonly owner: OwnerDatabase;
  readonly key: InstallationKey;
  readonly clock: Clock;
  readonly actor: Actor;
  readonly onProgress: Progress;
}

interface ImportOptions {
  readonly path: string;
  readonly passphrase: Secret | undefined;
  readonly baseUrl: string;
  readonly host: string;
}

export interface Imported {
  readonly id: WorkspaceId;
  readonly name: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly unfinishedRuns: number;
}

/**
 * Creates a suspended workspace from a file, in one transaction. IDs are kept, because they are unique per
 * workspace; new rows get higher ones.
 */
export async function importWorkspace(importing: Importing, params: ImportOptions): Promise<Imported> {
  const { owner } = importing;
  const file = await readWholeFile(params.path);
  await owner.run(requireOwnSchema);
  const schema = await owner.run(selectSchema);
  if (file.header.schema !== schema) {
    throw invalid(
      'other_schema',
      `The file has schema ${file.header.schema}, but this installation has ${schema}. Import the file with the Hark version that exported it, then upgrade.`,
    );
  }
  checkEnd(file.end, importing.clock.now());
  const fileKey = fileKeyOf(file, params.passphrase);
  await makeRoom(owner, file);
  const imported = owner.run((transaction) => importRows(importing, transaction, params, file, fileKey));
  return imported.catch((error) => {
    if (violatedUnique(error) !== 'workspaces_host_key') throw error;
    throw conflict('workspace_exists', `A workspace at ${params.baseUrl} already exists.`);
  });
}

function fileKeyOf({ header }: ReadFile, passphrase: Secret | undefined): InstallationKey | undefined {
  if (!header.secrets) return undefined;
  if (passphrase) return findFileKey(passphrase, header.secrets);
  throw invalid(
    'passphrase_missing',
    'This file contains secrets. Pass the file with its passphrase as --passphrase-file.',
  );
}

/** Uses separate short transactions, because these statements lock objects that all workspaces use. */
async function makeRoom(owner: OwnerDatabase, { end }: ReadFile): Promise<void> {
  for (const [table, { highest_id: highest }] of Object.entries(end.tables)) {
    if (highest !== undefined)
      await owner.run((transaction) => countBeyond(transaction, table as TableName, highest));
  }
  for (const week of end.weeks) await owner.run((transaction) => makeRunWeek(transaction, new Date(week)));
}

async function importRows(
  { key, clock, actor, onProgress }: Importing,
  transaction: Transaction,
  { path, baseUrl, host }: ImportOptions,
  { header, end }: ReadFile,
  fileKey: InstallationKey | undefined,
): Promise<Imported> {
  const { name } = header.workspace;
  const now = clock.now();
  const id = await insertSuspended(transaction, { name, baseUrl, host, now });
  const unpack = fileKey && ((purpose: string, packed: string) => open(fileKey, purpose, packed));
  let batch: Batch | undefined;
  let isHeader = true;
  for await (const line of readLines(path)) {
    if (isHeader) isHeader = false;
    else if (line.startsWith('[')) {
      const { table, row } = splitRowLine(line);
      if (batch?.table !== table) {
        await batch?.send();
        batch = await openBatch(transaction, id, table as TableName, onProgress);
      }
      await batch.add(unpackRow(table, row, key, unpack));
    }
  }
  await batch?.send();
  await checkImported(transaction, id, { hasSecrets: header.secrets !== null, hasRuns: header.has_runs });
  await keepWithinLimits(transaction, id);
  await requireSeparateHosts(transaction, id);
  await recordAudit(
    { transaction, workspace: id, actor, clock, key },
    {
      action: 'created',
      subject: { type: 'workspace', id, name },
      old: {},
      new: {
        name,
        base_url: baseUrl,
        imported_from: header.workspace.base_url,
        exported_at: header.exported_at,
      },
    },
  );
  await releaseRuns(transaction, id, now);
  const counts = Object.entries(end.tables).map(([table, { rows }]) => [table, rows] as const);
  return {
    id,
    name,
    rows: Object.fromEntries(counts),
    unfinishedRuns: await countUnfinishedRuns(transaction, id),
  };
}

type Batch = Awaited<ReturnType<typeof openBatch>>;

async function openBatch(
  transaction: Transaction,
  workspace: WorkspaceId,
  table: TableName,
  onProgress: Progress,
) {
  const insert = insertingRows(table, await readColumns(transaction, table));
  let lines: string[] = [];
  let [characters, written] = [0, 0];
  const send = async () => {
    if (lines.length === 0) return;
    await insert(transaction, workspace, lines);
    written += lines.length;
    [lines, characters] = [[], 0];
    onProgress(table, written);
  };
  return {
    table: table as string,
    send,
    async add(line: string) {
      lines.push(line);
      characters += line.length;
      if (lines.length >= batchRows || characters >= batchCharacters) await send();
    },
  };
}
