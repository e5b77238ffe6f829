import { type HarkError, isRefusal } from '../../../lib/errors.ts';
import type { WrittenLead } from './create-lead.ts';
import { explainTaken, type LeadChange } from './lead-change.ts';

/** What became of one item: what was written, nothing when a lead is gone, or why it was refused. */
export type EachResult<Written = WrittenLead | undefined> =
  | { readonly written: Written }
  | { readonly refused: HarkError };

/**
 * Does something to each item in order, in the transaction of `change`; what an item runs into undoes that item alone. A
 * fault or an outage concerns all of them.
 */
export async function changeEach<Item, Written>(
  change: LeadChange,
  items: readonly Item[],
  effect: (change: LeadChange, item: Item) => Promise<Written>,
): Promise<EachResult<Written>[]> {
  const part = { ...change, isWhole: false };
  const results: EachResult<Written>[] = [];
  for (const item of items) {
    try {
      const written = await change.transaction.attempt(() => effect(part, item)).catch(explainTaken);
      results.push({ written });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      results.push({ refused: error });
    }
  }
  return results;
}
