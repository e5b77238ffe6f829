import type { Transaction } from '../../../db/driver/transaction.ts';
import { type HarkError, isRefusal } from '../../../lib/errors.ts';
import { may, type Principal, writeLimitOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import {
  answerOnce,
  type FreshAnswer,
  type GivenAnswer,
  type RepeatableRequest,
} from '../../idempotency/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import type { WrittenLead } from './create-lead.ts';
import { explainTaken, type LeadChange } from './lead-change.ts';

/**
 * The result for one item: what was written (undefined if the lead is gone), or why the item was rejected.
 */
export type EachResult<Written = WrittenLead | undefined> =
  | { readonly written: Written }
  | { readonly refused: HarkError };

/**
 * Applies each item. A rejected item is rolled back alone; a fault or an outage fails the whole transaction.
 */
export async function changeEach<Item, Written>(
  change: LeadChange,
  items: readonly Item[],
  effect: (change: LeadChange, item: Item) => Promise<Written>,
): Promise<EachResult<Written>[]> {
  const part = { ...change, endsTransaction: false };
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

export interface LeadWriter {
  readonly principal: Principal;
  readonly fields: FieldSet;
  /** The caller's IP address. */
  readonly origin: string;
}

/**
 * Changes leads in a user's name and with their permissions, once per Idempotency-Key, in one transaction.
 */
export function changeLeads(
  { db, clock }: Context,
  { principal, fields, origin }: LeadWriter,
  request: RepeatableRequest,
  effect: (change: LeadChange) => Promise<FreshAnswer>,
): Promise<GivenAnswer> {
  const { workspace, user, means } = principal;
  const run = (transaction: Transaction) => {
    const change: LeadChange = {
      transaction,
      workspace: workspace.id,
      actor: { user, means, origin },
      clock,
      fields,
      may: (act, owner) => may(principal, act, owner),
      defaultOwner: user.id,
      isProposed: writeLimitOf(principal) === 'propose',
      endsTransaction: request.key === undefined,
    };
    return answerOnce(transaction, principal, request, () => effect(change));
  };
  return db.write(workspace.id, run).catch(explainTaken);
}
