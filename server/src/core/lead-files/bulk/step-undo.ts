import type { JobId, LeadId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import type { FieldChange } from '../../history/index.ts';
import { type HeldJob, type JobCounts, noCounts } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { changeEach, restoreLead, undoEdit } from '../../leads/index.ts';
import { refusedHead, refusedLine } from '../import/first-refused.ts';
import { changeAs } from '../import/import-batch.ts';
import { readCsvRows } from '../import/read-rows.ts';
import { addLines, inStep } from '../job-progress.ts';
import { requireActing } from '../require-acting.ts';
import type { UndoOptions } from './start-bulk.ts';

const leadsAtOnce = 100;
const form = { delimiter: ',', encoding: 'utf-8' } as const;

/**
 * Undoes a bulk change lead by lead, in the order in which it was made.
 * @returns whether there is more to do
 */
export const stepUndo = (context: Context, held: HeldJob): Promise<boolean> =>
  inStep(context, held, async (transaction, job) => {
    const { of, kind, values } = job.options as UndoOptions;
    const principal = await requireActing(transaction, job, [
      kind === 'delete' ? 'leads.restore' : 'leads.edit',
    ]);
    const fields = await readFieldSet(transaction, job.workspace);
    const done = { workspace: job.workspace, id: of as JobId, size: job.size, file: 'done' } as const;
    const { records, position } = await readCsvRows(transaction, done, form, job.position, leadsAtOnce);
    const change = changeAs(principal, {
      transaction,
      workspace: job.workspace,
      clock: context.clock,
      fields,
    });
    const results = await changeEach(change, records, async (part, { cells: [id, before = '{}'] }) => {
      const lead = Number(id) as LeadId;
      if (kind === 'delete') await restoreLead(part, lead);
      else await undoEdit(part, lead, changesFrom(values, before));
    });
    const counts: Record<keyof JobCounts, number> = { ...noCounts };
    const refused: string[] = [];
    for (const [index, result] of results.entries()) {
      counts['written' in result ? 'changed' : 'refused']++;
      const [id = ''] = records[index]?.cells ?? [];
      if ('refused' in result)
        refused.push(refusedLine(job.rowNumber + index + 1, result.refused.message, [id]));
    }
    await addLines(transaction, job, 'result', refused, refusedHead(['id']));
    return { position, rowNumber: job.rowNumber + records.length, counts, isEnd: position >= job.size };
  });

/** The old values were stored before the edit; the new ones are those that the edit was given. */
const changesFrom = (values: UndoOptions['values'], before: string): FieldChange[] => {
  const old = JSON.parse(before) as Readonly<Record<string, unknown>>;
  return Object.entries(values).map(([field, given]) => ({ field, old: old[field], new: given }));
};
