import { notFound } from '../../lib/errors.ts';
import type { ApprovalId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import type { Approval } from './approval.ts';
import { type ApprovalPage, findVisibleApproval, selectApprovals } from './approval-store.ts';

/** Lists the approvals that the user can view or decide, newest first. */
export const listApprovals = ({ db, clock }: Context, principal: Principal, page: ApprovalPage) =>
  db.read(principal.workspace.id, (transaction) =>
    selectApprovals(transaction, principal, page, clock.now()),
  );

/** @throws HarkError if there is no such approval, or the user can neither view nor decide it */
export async function readApproval(
  { db, clock }: Context,
  principal: Principal,
  id: ApprovalId,
): Promise<Approval> {
  const approval = await db.read(principal.workspace.id, (transaction) =>
    findVisibleApproval(transaction, principal, id, clock.now()),
  );
  if (!approval) throw notFound();
  return approval;
}
