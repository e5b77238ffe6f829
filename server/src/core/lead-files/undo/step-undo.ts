import { conflict } from '../../../lib/errors.ts';
import type { Context } from '../../context/index.ts';
import { type HeldJob, type JobCounts, noCounts, selectBytes } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { changeAs } from '../import/import-batch.ts';
import { addLines, inStep } from '../job-progress.ts';
import { requireActing } from '../require-acting.ts';
import { leftHead, leftLines } from './left-alone.ts';
import { type Reverted, revertLeads } from './revert-leads.ts';
import { offsetOf, toLeads, type UndoOptions } from './start-undo.ts';

const leadsAtOnce = 100;

/**
 * Undoes the next leads with the user's current permissions, and lists what it leaves alone (spec/undo §3.2). It starts
 * no triggers, like every change of many leads (spec/undo §2.4).
 * @returns whether there is more to do
 */
export const stepUndo = (context: Context, held: HeldJob): Promise<boolean> =>
  inStep(context, held, async (transaction, job) => {
    const options = job.options as UndoOptions;
    if (!options.cause)
      throw conflict('undo_outdated', 'Hark was updated in the meantime. Start the undo again.');
    const principal = await requireActing(transaction, job, ['leads.edit']);
    const { workspace, id, position } = job;
    const fields = await readFieldSet(transaction, workspace);
    const bytes = await selectBytes(transaction, job, 'source', offsetOf(position), offsetOf(leadsAtOnce));
    const leads = toLeads(bytes);
    const inside = { transaction, workspace, clock: context.clock, fields };
    const undo = {
      change: changeAs(principal, inside),
      period: { cause: options.cause, since: new Date(options.since), until: new Date(options.until) },
      first: options.first,
      job: id,
      planned: new Map(),
      claimed: new Set<string>(),
    };
    const results = await revertLeads(undo, leads);
    await addLines(transaction, job, leftLines(results, job.counts.refused), leftHead);
    const reached = position + leads.length;
    return {
      position: reached,
      rowNumber: reached,
      counts: countReverted(results),
      isEnd: leads.length === 0 || reached >= job.size,
    };
  });

/** Counts leads, except `fields` and what was left alone, which count each field (spec/undo §3.1). */
export function countReverted(results: readonly Reverted[]): JobCounts {
  const counts: Record<keyof JobCounts, number> = { ...noCounts };
  for (const { whole, fields, left } of results) {
    if (fields.length > 0) counts.changed++;
    counts.fields += fields.length;
    if (whole === 'delete') counts.deleted++;
    if (whole === 'restore') counts.restored++;
    counts.refused += left.length;
  }
  return counts;
}
