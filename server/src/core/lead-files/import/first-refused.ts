import { byteOrderMark } from '../../../lib/csv/guess-form.ts';
import { readRecord } from '../../../lib/csv/read-record.ts';
import { guardCell, writeRecord } from '../../../lib/csv/write-record.ts';
import type { Context } from '../../context/index.ts';
import { type Job, readJobFile } from '../../jobs/index.ts';

/**
 * Formats a rejected row: its number as a spreadsheet shows it, the reason, and the row itself, so it can be
 * fixed and imported again.
 */
export const refusedLine = (row: number, reason: string, cells: readonly string[]): string =>
  writeRecord([String(row), reason, ...cells].map(guardCell));

/** The file's header row. It starts with a byte order mark, so spreadsheets recognize the file as UTF-8. */
export const refusedHead = (header: readonly string[]): string =>
  byteOrderMark.toString('utf8') + writeRecord(['row', 'reason', ...header].map(guardCell));

interface Refused {
  /** The row number as a spreadsheet shows it. */
  readonly row: number;
  /** The lead's ID; null if the job read a file. */
  readonly lead: number | null;
  readonly reason: string;
}

/** The max rejected rows shown. To fix more, users work in the file. */
const maxShown = 10;
const form = { delimiter: ',', encoding: 'utf-8' } as const;

/** Yields the cells of each line of a job's result, after the header row. */
export async function* readResult(context: Context, job: Job): AsyncGenerator<readonly string[]> {
  let isHead = true;
  for await (const bytes of readJobFile(context, job, 'result'))
    for (let at = 0; at < bytes.length; ) {
      const record = readRecord(bytes, at, form, false);
      // A record that doesn't fit in one read is too long to show.
      if (!record) return;
      at = record.end;
      if (!isHead) yield record.cells;
      isHead = false;
    }
}

/** Returns the first rejected rows, so users can understand a few errors without opening the file. */
export async function readFirstRefused(context: Context, job: Job): Promise<Refused[]> {
  if (job.kind === 'export' || job.counts.refused === 0) return [];
  const found: Refused[] = [];
  for await (const [row, reason = '', lead] of readResult(context, job)) {
    if (found.length === maxShown) break;
    found.push({ row: Number(row), lead: job.kind === 'import' ? null : Number(lead), reason });
  }
  return found;
}
