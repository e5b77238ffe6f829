import type { Transaction } from '../../../db/driver/transaction.ts';
import { type Act, may, type Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { type Job, type JobCounts, noCounts } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { changeEach, type LeadChange } from '../../leads/index.ts';
import { requireActing } from '../require-acting.ts';
import { refusedLine } from './first-refused.ts';
import type { ImportOptions } from './import-options.ts';
import { importRow } from './import-row.ts';
import { readCsvRows } from './read-rows.ts';

const rowsAtOnce = 100;

/** The acts that the whole job requires. Permissions are checked again for each row. */
const actsOf = ({ mode }: ImportOptions): Act[] => [
  'leads.import',
  ...(mode === 'create' ? [] : (['leads.edit'] as const)),
];

/** The job's new position, and the rejected rows as lines of a file. */
export interface BatchResult {
  readonly position: number;
  readonly rowNumber: number;
  readonly counts: JobCounts;
  readonly refused: string;
  readonly isEnd: boolean;
}

/** Imports the next rows one by one, with the current permissions of the user who started the job. */
export async function importBatch(
  { clock }: Context,
  transaction: Transaction,
  job: Job,
): Promise<BatchResult> {
  const options = job.options as ImportOptions;
  const principal = await requireActing(transaction, job, actsOf(options));
  const fields = await readFieldSet(transaction, job.workspace);
  const { records, position } = await readCsvRows(transaction, job, options, job.position, rowsAtOnce);
  const skipped = job.rowNumber === 0 && options.has_header ? 1 : 0;
  const rows = records
    .map((record, index) => ({ record, number: job.rowNumber + index + 1 }))
    .slice(skipped)
    .filter(({ record: { cells } }) => cells.length > 1 || cells[0] !== '');
  const inside = { transaction, workspace: job.workspace, clock, fields };
  const change = changeAs(principal, inside, options.start_triggers);
  const results = await changeEach(change, rows, (part, { record }) => importRow(part, options, record));
  const counts: Record<keyof JobCounts, number> = { ...noCounts };
  const refused: string[] = [];
  for (const [index, { record, number }] of rows.entries()) {
    const result = results[index];
    if (!result) continue;
    counts['written' in result ? result.written : 'refused']++;
    if ('refused' in result) refused.push(refusedLine(number, result.refused.message, record.cells));
  }
  const rowNumber = job.rowNumber + records.length;
  return { position, rowNumber, counts, refused: refused.join(''), isEnd: position >= job.size };
}

/** Jobs start no triggers unless the user chooses so (spec/triggers §3.5). */
export const changeAs = (
  principal: Principal,
  inside: Pick<LeadChange, 'transaction' | 'workspace' | 'clock' | 'fields'>,
  startsTriggers = false,
): LeadChange => ({
  ...inside,
  actor: { user: principal.user, means: principal.means, origin: null },
  may: (act, owner) => may(principal, act, owner),
  defaultOwner: principal.user.id,
  endsTransaction: false,
  startsTriggers,
});
