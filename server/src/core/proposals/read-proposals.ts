import { notFound } from '../../lib/errors.ts';
import type { ProposalId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import type { Proposal } from './proposal.ts';
import { findVisibleProposal, type ProposalPage, selectProposals } from './proposal-store.ts';

/** Lists the proposals that the user made, and those for leads that the user can view, newest first. */
export const listProposals = ({ db, clock }: Context, principal: Principal, page: ProposalPage) =>
  db.read(principal.workspace.id, (transaction) =>
    selectProposals(transaction, principal, page, clock.now()),
  );

/** @throws HarkError if there is no such proposal, or the user can't see it */
export async function readProposal(
  { db, clock }: Context,
  principal: Principal,
  id: ProposalId,
): Promise<Proposal> {
  const proposal = await db.read(principal.workspace.id, (transaction) =>
    findVisibleProposal(transaction, principal, id, { now: clock.now() }),
  );
  if (!proposal) throw notFound();
  return proposal;
}
