import { byteOrderMark } from '../../../lib/csv/guess-form.ts';
import { guardCell, writeRecord } from '../../../lib/csv/write-record.ts';

/** A row that was refused: its number as a spreadsheet shows it, why, and the row itself, to be mended and sent again. */
export const refusedLine = (row: number, reason: string, cells: readonly string[]): string =>
  writeRecord([String(row), reason, ...cells].map(guardCell));

/** What the file of refused rows begins with. Spreadsheets know by the mark that it is UTF-8. */
export const refusedHead = (header: readonly string[]): string =>
  byteOrderMark.toString('utf8') + writeRecord(['row', 'reason', ...header].map(guardCell));
