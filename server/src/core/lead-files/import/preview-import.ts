import { contentStart, guessForm, isWide } from '../../../lib/csv/guess-form.ts';
import { type CsvForm, type CsvRecord, readRecord } from '../../../lib/csv/read-record.ts';
import { invalid } from '../../../lib/errors.ts';
import type { JobId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { jobNotFound, selectBytes, selectJob } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { mappable, suggestMapping } from './suggest-mapping.ts';

const lookedBytes = 256 * 1024;
const rowsShown = 6;
const maxShownLength = 200;

/** How a file is parsed, its first rows, and the suggested field for each column. */
export interface ImportPreview extends CsvForm {
  readonly has_header: boolean;
  readonly columns: readonly { heading: string; samples: readonly string[]; alias: string | null }[];
  readonly size: number;
}

/** Previews the beginning of an uploaded file. Options that are omitted are detected automatically. */
export function previewImport(
  { db }: Context,
  { workspace: { id: workspace }, user }: Principal,
  id: JobId,
  params: {
    readonly [Key in keyof (CsvForm & { has_header: boolean })]?:
      | (CsvForm & { has_header: boolean })[Key]
      | undefined;
  },
): Promise<ImportPreview> {
  return db.read(workspace, async (transaction) => {
    const job = await selectJob(transaction, workspace, id, { user: user.id });
    if (job?.kind !== 'import') throw jobNotFound();
    const bytes = await selectBytes(transaction, job, 'source', 0, lookedBytes);
    if (bytes.length === 0) throw invalid('file_empty', 'The file is empty.');
    if (isWide(bytes) || bytes.subarray(0, 2).toString('latin1') === 'PK')
      throw invalid('not_csv', `This isn't a CSV file in UTF-8. Save it as "CSV UTF-8" and upload it again.`);
    const isWhole = bytes.length >= job.size;
    const guess = guessForm(bytes, isWhole);
    const form = {
      delimiter: params.delimiter ?? guess.delimiter,
      encoding: params.encoding ?? guess.encoding,
    };
    const records = firstRecords(bytes, form, isWhole);
    const fields = mappable((await readFieldSet(transaction, workspace)).byAlias.values());
    const [first] = records;
    const suggested = suggestMapping(first?.cells ?? [], fields);
    const has_header = params.has_header ?? suggested.some((alias) => alias !== null);
    const width = Math.max(0, ...records.map(({ cells }) => cells.length));
    const columns = Array.from({ length: width }, (_, column) => ({
      heading: has_header ? short(first?.cells[column] ?? '') : '',
      samples: records.slice(has_header ? 1 : 0).map(({ cells }) => short(cells[column] ?? '')),
      alias: has_header ? (suggested[column] ?? null) : null,
    }));
    return { ...form, has_header, columns, size: job.size };
  });
}

const short = (text: string): string =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;

function firstRecords(bytes: Buffer, form: CsvForm, isWhole: boolean): CsvRecord[] {
  const records: CsvRecord[] = [];
  for (let at = contentStart(bytes); at < bytes.length && records.length < rowsShown; ) {
    const record = readRecord(bytes, at, form, isWhole);
    if (!record) break;
    records.push(record);
    at = record.end;
  }
  return records;
}
