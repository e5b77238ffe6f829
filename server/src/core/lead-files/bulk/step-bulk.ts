import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { type HeldJob, type Job, type JobCounts, noCounts } from '../../jobs/index.ts';
import { type FieldSet, readFieldSet } from '../../lead-fields/index.ts';
import {
  changeEach,
  deleteLead,
  type EachResult,
  editLead,
  presentWire,
  walkLeads,
} from '../../leads/index.ts';
import type { UserNames } from '../../users/index.ts';
import { refusedHead, refusedLine } from '../import/first-refused.ts';
import { changeAs } from '../import/import-batch.ts';
import { addLines, inStep } from '../job-progress.ts';
import { requireActing } from '../require-acting.ts';
import type { BulkOptions } from './start-bulk.ts';

const leadsAtOnce = 100;
const noNames: UserNames = new Map();

type Done = 'changed' | 'unchanged';

/**
 * Processes leads one by one with the user's current permissions.
 * @returns whether there is more to do
 */
export const stepBulk = (context: Context, held: HeldJob): Promise<boolean> =>
  inStep(context, held, async (transaction, job) => {
    const principal = await requireActing(transaction, job, [
      job.kind === 'delete' ? 'leads.delete' : 'leads.edit',
    ]);
    const fields = await readFieldSet(transaction, job.workspace);
    const { leads, isEnd, position } = await nextLeads(transaction, job, principal, fields);
    const results = await changeThem(context, transaction, job, { principal, fields, leads });
    const counts = await note(transaction, job, leads, results);
    return { position, rowNumber: job.rowNumber + leads.length, counts, isEnd };
  });

type Lead = Readonly<Record<string, unknown>> & { readonly id: LeadId };

async function nextLeads(transaction: Transaction, job: Job, principal: Principal, fields: FieldSet) {
  const { filters, match, except, last, reach } = job.options as BulkOptions;
  const stretch = { after: job.position, most: leadsAtOnce, within: reach };
  const walked = await walkLeads(transaction, principal, fields, { filters, match }, stretch);
  const { leads: stored, count, last: reached } = walked;
  const all = JSON.parse(`[${presentWire(stored, noNames, fields)}]`) as Lead[];
  const skipped = new Set(except);
  const leads = all.filter(({ id }) => id <= last && !skipped.has(id));
  const position = reached ?? job.position;
  return { leads, position, isEnd: count < leadsAtOnce || position >= last };
}

function changeThem(
  { clock }: Context,
  transaction: Transaction,
  { workspace, kind, options }: Job,
  { principal, fields, leads }: { principal: Principal; fields: FieldSet; leads: readonly Lead[] },
): Promise<EachResult<Done>[]> {
  const { values, startsTriggers } = options as BulkOptions;
  const change = changeAs(principal, { transaction, workspace, clock, fields }, startsTriggers);
  return changeEach(change, leads, async (part, { id }): Promise<Done> => {
    if (kind === 'edit') return (await editLead(part, id, values)).isUnchanged ? 'unchanged' : 'changed';
    await deleteLead(part, id);
    return 'changed';
  });
}

/** Writes rejected leads to the job's file, and counts all. */
async function note(
  transaction: Transaction,
  job: Job,
  leads: readonly Lead[],
  results: readonly EachResult<Done>[],
): Promise<JobCounts> {
  const counts: Record<keyof JobCounts, number> = { ...noCounts };
  const refused: string[] = [];
  for (const [index, lead] of leads.entries()) {
    const result = results[index];
    if (!result) continue;
    counts['written' in result ? result.written : 'refused']++;
    if ('refused' in result)
      refused.push(refusedLine(job.rowNumber + index + 1, result.refused.message, [String(lead.id)]));
  }
  await addLines(transaction, job, refused, refusedHead(['id']));
  return counts;
}
