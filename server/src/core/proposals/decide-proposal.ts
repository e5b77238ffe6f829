import { isDeepStrictEqual } from 'node:util';
import { conflict, HarkError, isRefusal, notFound } from '../../lib/errors.ts';
import type { LeadId, ProposalId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';
import {
  createLead,
  deleteLead,
  editLead,
  explainTaken,
  type LeadChange,
  requireLead,
  restoreLead,
} from '../leads/index.ts';
import { isDecider, type Proposal } from './proposal.ts';
import { findVisibleProposal, updateDecision } from './proposal-store.ts';

export type Decision = 'approved' | 'rejected';

/**
 * Approves or rejects a proposal. An approved change is made with the rights and in the name of the user who decides
 * (spec/proposals §3.2). The first decision wins; repeating one's own changes nothing (spec/proposals §3.3).
 */
export async function decideProposal(
  change: LeadChange,
  principal: Principal,
  id: ProposalId,
  outcome: Decision,
): Promise<Proposal> {
  const { transaction, workspace, clock } = change;
  const now = clock.now();
  const proposal = await findVisibleProposal(transaction, principal, id, { now, lock: true });
  if (!proposal) throw notFound();
  requireDecider(principal, proposal);
  const { user } = principal;
  if (proposal.status === outcome && proposal.decidedBy?.id === user.id) return proposal;
  if (proposal.status !== 'pending') throw alreadyDecided(proposal);
  const by = { id: user.id, name: user.name };
  const lead = outcome === 'approved' ? await perform(change, proposal) : proposal.leadId;
  await updateDecision(transaction, workspace, id, { outcome, at: now, by, lead });
  return { ...proposal, status: outcome, leadId: lead, decidedBy: by, decidedAt: now };
}

function requireDecider(principal: Principal, proposal: Proposal): void {
  if (isDecider(principal, proposal)) return;
  throw new HarkError(
    'forbidden',
    'not_a_decider',
    `You cannot decide this proposal. It needs the right to ${proposal.action} the lead.`,
  );
}

function alreadyDecided({ status, decidedBy }: Proposal): HarkError {
  const how = status === 'expired' ? 'expired' : `was ${status}`;
  const who = decidedBy ? ` by ${decidedBy.name}` : '';
  return conflict('already_decided', `This proposal ${how}${who}.`);
}

/** Makes the proposed change. @returns the lead, which may be new */
async function perform(change: LeadChange, proposal: Proposal): Promise<LeadId> {
  try {
    return await change.transaction.attempt(() => makeChange(change, proposal)).catch(explainTaken);
  } catch (error) {
    if (!isRefusal(error) || error.kind === 'forbidden') throw error;
    throw conflict('proposal_outdated', `The proposal no longer fits: ${error.message}`);
  }
}

async function makeChange(change: LeadChange, proposal: Proposal): Promise<LeadId> {
  const { id, action, leadId, changes, proposedBy, means } = proposal;
  const actor = {
    ...change.actor,
    means: { ...change.actor.means, proposal: { id, proposed_by: proposedBy, means } },
  };
  const part = { ...change, actor, endsTransaction: false };
  const values = Object.fromEntries(changes.map(({ field, new: value }) => [field, value]));
  if (action === 'create') return (await createLead(part, values)).id;
  if (leadId === null) throw notFound();
  if (action === 'edit') {
    const lead = await requireLead(part, leadId, 'edit');
    const changed = changes.find(({ field, old }) => !isDeepStrictEqual(lead.values.get(field) ?? null, old));
    if (changed) throw conflict('changed_since', `${changed.field} has another value by now.`);
    await editLead(part, leadId, values);
  } else if (action === 'delete') await deleteLead(part, leadId);
  else await restoreLead(part, leadId);
  return leadId;
}
