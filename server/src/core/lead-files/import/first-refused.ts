import { byteOrderMark } from '../../../lib/csv/guess-form.ts';
import { readRecord } from '../../../lib/csv/read-record.ts';
import { guardCell, writeRecord } from '../../../lib/csv/write-record.ts';
import type { Context } from '../../context/index.ts';
import { type Job, readJobFile } from '../../jobs/index.ts';

/** A row that was refused: its number as a spreadsheet shows it, why, and the row itself, to be mended and sent again. */
export const refusedLine = (row: number, reason: string, cells: readonly string[]): string =>
  writeRecord([String(row), reason, ...cells].map(guardCell));

/** What the file of refused rows begins with. Spreadsheets know by the mark that it is UTF-8. */
export const refusedHead = (header: readonly string[]): string =>
  byteOrderMark.toString('utf8') + writeRecord(['row', 'reason', ...header].map(guardCell));

/** A row of a file, or a lead, that a job refused, and why. */
interface Refused {
  /** Its number as a spreadsheet shows it. */
  readonly row: number;
  /** Where leads were changed and no file was read. */
  readonly lead: number | null;
  readonly reason: string;
}

/** Whoever has more of them to mend does it in the file. */
const maxShown = 10;
const form = { delimiter: ',', encoding: 'utf-8' } as const;

/** The first that a job refused, as the file of refused rows has them: two bad rows are understood without opening it. */
export async function readFirstRefused(context: Context, job: Job): Promise<Refused[]> {
  if (job.kind === 'export' || job.counts.refused === 0) return [];
  const found: Refused[] = [];
  let isHead = true;
  for await (const bytes of readJobFile(context, job, 'result'))
    for (let at = 0; at < bytes.length; ) {
      const record = readRecord(bytes, at, form, false);
      // Longer than what is read at once: nothing that a page could show.
      if (!record || found.length === maxShown) return found;
      at = record.end;
      const [row, reason = '', lead] = record.cells;
      if (!isHead)
        found.push({ row: Number(row), lead: job.kind === 'import' ? null : Number(lead), reason });
      isHead = false;
    }
  return found;
}
