import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict } from '../../../lib/errors.ts';
import type { JobId, LeadId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { type HeldJob, type JobCounts, noCounts } from '../../jobs/index.ts';
import { type FieldSet, readFieldSet } from '../../lead-fields/index.ts';
import {
  changeEach,
  editLead,
  findStoredLead,
  type LeadChange,
  presentWire,
  restoreLead,
} from '../../leads/index.ts';
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
      else await putBack(part, principal, fields, { lead, values, before: JSON.parse(before) });
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

/** Restores a lead's old values, except values that a user has changed again since. */
async function putBack(
  change: LeadChange,
  principal: Principal,
  fields: FieldSet,
  { lead, values, before }: { lead: LeadId; values: UndoOptions['values']; before: Record<string, unknown> },
): Promise<void> {
  const stored = await findStoredLead(change.transaction as Transaction, principal, fields, lead);
  const now = JSON.parse(presentWire(stored, new Map(), fields)) as Record<string, unknown>;
  for (const [alias, given] of Object.entries(values))
    if (JSON.stringify(now[alias] ?? null) !== JSON.stringify(given === '' ? null : (given ?? null)))
      throw conflict(
        'changed_since',
        'The lead was changed again after the original change, so it was left as it is.',
      );
  await editLead(change, lead, before);
}
