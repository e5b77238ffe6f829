import type { Transaction } from '../../../db/driver/transaction.ts';
import { byteOrderMark } from '../../../lib/csv/guess-form.ts';
import { guardCell, writeRecord } from '../../../lib/csv/write-record.ts';
import type { Context } from '../../context/index.ts';
import { type HeldJob, insertPart, type Job, noCounts, selectFileSize } from '../../jobs/index.ts';
import { type FieldSet, type LeadField, readFieldSet, typeOf } from '../../lead-fields/index.ts';
import { presentWire, walkLeads } from '../../leads/index.ts';
import { readUserNames } from '../../users/index.ts';
import { inStep } from '../job-progress.ts';
import { requireActing } from '../require-acting.ts';
import { requireBytes } from '../require-room.ts';
import type { StoredExport } from './start-export.ts';

/** Formats a cell that `readCell` can read and that no spreadsheet executes as a formula. */
function writeCell(field: LeadField, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeOf(field).format(value);
  // A number that starts with a minus sign isn't a formula.
  return typeof value === 'number' || typeof value === 'boolean' ? text : guardCell(text);
}

const leadsAtOnce = 1_000;

/**
 * Writes the leads that the user can see now, limited to the reach stored with the job. Each download checks
 * that reach again.
 * @returns whether there is more to do
 */
export const stepExport = (context: Context, held: HeldJob): Promise<boolean> =>
  inStep(context, held, async (transaction, job) => {
    const principal = await requireActing(transaction, job, ['leads.export']);
    const fields = await readFieldSet(transaction, job.workspace);
    const { columns, filters, match, reach } = job.options as StoredExport;
    const stretch = { after: job.position, most: leadsAtOnce, within: reach };
    const walked = await walkLeads(transaction, principal, fields, { filters, match }, stretch);
    const { leads, count, last } = walked;
    const names = await readUserNames(transaction, job.workspace);
    const shown = columns.flatMap((alias) => fields.byAlias.get(alias) ?? []);
    const size = await selectFileSize(transaction, job, 'result');
    const head = size === 0 ? headOf(shown, fields) : '';
    await add(transaction, job, size, head + linesOf(presentWire(leads, names, fields), shown));
    return {
      position: last ?? job.position,
      rowNumber: job.rowNumber + count,
      counts: noCounts,
      isEnd: count < leadsAtOnce,
    };
  });

/** Appends to the file, or throws if that would exceed the workspace's storage limit. */
async function add(transaction: Transaction, job: Job, size: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  if (bytes.length === 0) return;
  await requireBytes(transaction, job.workspace, bytes.length);
  await insertPart(transaction, job, 'result', size, bytes);
}

/**
 * Builds the header row. Columns are named by label, which users know. Fields that share a label are named by
 * alias instead.
 */
function headOf(shown: readonly LeadField[], { byAlias }: FieldSet): string {
  const labels = [...byAlias.values()].map(({ label }) => label.toLowerCase());
  const nameOf = ({ label, alias }: LeadField) =>
    labels.filter((other) => other === label.toLowerCase()).length > 1 ? alias : label;
  return byteOrderMark.toString('utf8') + writeRecord(shown.map((field) => guardCell(nameOf(field))));
}

const linesOf = (leads: string, shown: readonly LeadField[]): string =>
  (JSON.parse(`[${leads}]`) as Record<string, unknown>[])
    .map((lead) => writeRecord(shown.map((field) => writeCell(field, lead[field.alias]))))
    .join('');
