import type { Transaction } from '../../../db/driver/transaction.ts';
import { contentStart } from '../../../lib/csv/guess-form.ts';
import { type CsvForm, type CsvRecord, readRecord } from '../../../lib/csv/read-record.ts';
import { invalid } from '../../../lib/errors.ts';
import { type Job, selectBytes } from '../../jobs/index.ts';

const bytesAtOnce = 128 * 1024;
/** The max size of a record. A lead has a few hundred bytes, so a longer record means an unclosed quote. */
const maxRecordBytes = 1024 * 1024;

/** Returns at most `most` records, starting at an offset, and the offset after the last one. */
export async function readCsvRows(
  transaction: Transaction,
  job: Pick<Job, 'workspace' | 'id' | 'size'>,
  form: CsvForm,
  from: number,
  most: number,
): Promise<{ records: CsvRecord[]; position: number }> {
  const records: CsvRecord[] = [];
  let bytes = await selectBytes(transaction, job, 'source', from, bytesAtOnce);
  let at = from === 0 ? contentStart(bytes) : 0;
  while (records.length < most && from + at < job.size) {
    const isLast = from + bytes.length >= job.size;
    const record = readRecord(bytes, at, form, isLast);
    if (record) {
      records.push(record);
      at = record.end;
      continue;
    }
    if (records.length > 0) break;
    if (bytes.length > maxRecordBytes)
      throw invalid('row_too_long', 'A row is longer than 1 MiB. Look for a quote that is never closed.');
    const more = await selectBytes(transaction, job, 'source', from + bytes.length, bytesAtOnce);
    if (more.length === 0)
      throw invalid('file_incomplete', 'The end of the file is missing. Upload it again.');
    bytes = Buffer.concat([bytes, more]);
  }
  return { records, position: from + at };
}
