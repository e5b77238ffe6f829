import type { Transaction } from '../../../db/driver/transaction.ts';
import { may, type Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import {
  answerOnce,
  type FreshAnswer,
  type GivenAnswer,
  type RepeatableRequest,
} from '../../idempotency/index.ts';
import type { FieldSet } from '../../lead-fields/index.ts';
import { explainTaken, type LeadChange } from './lead-change.ts';

/** Who changes leads, and under which fields. */
export interface LeadWriter {
  readonly principal: Principal;
  readonly fields: FieldSet;
  /** The caller's network address. */
  readonly origin: string;
}

/** Runs a change of leads as a user, with his rights and his name, once per Idempotency-Key, in one transaction. */
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
      endsTransaction: request.key === undefined,
    };
    return answerOnce(transaction, principal, request, () => effect(change));
  };
  return db.write(workspace.id, run).catch(explainTaken);
}
