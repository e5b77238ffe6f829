import { byteOrderMark } from '../../lib/csv/guess-form.ts';
import { guardCell, writeRecord } from '../../lib/csv/write-record.ts';
import { HarkError } from '../../lib/errors.ts';
import type { Context } from '../context/index.ts';
import {
  type HeldJob,
  insertPart,
  leaseMs,
  lockHeld,
  noCounts,
  selectFileSize,
  updateEnded,
  updateProgress,
} from '../jobs/index.ts';
import { type FieldSet, type LeadField, readFieldSet } from '../lead-fields/index.ts';
import { presentWire, walkLeads } from '../leads/index.ts';
import { readUserNames } from '../users/index.ts';
import type { StoredExport } from './export-options.ts';
import { requireActing } from './require-acting.ts';
import { writeCell } from './write-cell.ts';

const leadsAtOnce = 1_000;

/** Writes the next leads of an export, in the order of their ids, as the user may see them now. @returns whether there is more */
export async function stepExport({ db, clock }: Context, held: HeldJob): Promise<boolean> {
  return db.withWorkspace(held.workspace, async (transaction) => {
    const job = await lockHeld(transaction, held);
    if (!job) return false;
    const now = clock.now();
    try {
      const principal = await requireActing(transaction, job, ['leads.export']);
      const fields = await readFieldSet(transaction, job.workspace);
      const { columns, filters, match } = job.options as StoredExport;
      const stretch = { after: job.position, most: leadsAtOnce };
      const { leads, count, last } = await walkLeads(
        principal,
        fields,
        { filters, match },
        stretch,
      )(transaction);
      const names = await readUserNames(transaction, job.workspace);
      const shown = columns.flatMap((alias) => fields.byAlias.get(alias) ?? []);
      const size = await selectFileSize(transaction, job, 'result');
      const text =
        (size === 0 ? headOf(shown, fields) : '') + linesOf(presentWire(leads, names, fields), shown);
      if (text !== '') await insertPart(transaction, job, 'result', size, Buffer.from(text));
      const progress = { position: last ?? job.position, rowNumber: job.rowNumber + count, counts: noCounts };
      await updateProgress(transaction, job, progress, {
        now,
        leaseUntil: new Date(now.getTime() + leaseMs),
      });
      if (count === leadsAtOnce) return true;
      await updateEnded(transaction, job, 'succeeded', null, now);
    } catch (error) {
      if (!(error instanceof HarkError) || (error.kind !== 'invalid' && error.kind !== 'forbidden'))
        throw error;
      await updateEnded(transaction, job, 'failed', error.message, now);
    }
    return false;
  });
}

/** A label is what people know; where two fields have the same, the alias tells them apart. */
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
