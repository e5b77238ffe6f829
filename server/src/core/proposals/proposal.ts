import type { LeadId, ProposalId, UserId } from '../../lib/ids.ts';
import type { FieldChange } from '../history/index.ts';

export const proposalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export type ProposedAction = 'create' | 'edit' | 'delete' | 'restore';

export interface Person {
  readonly id: UserId;
  readonly name: string;
}

/** A change of a lead that waits for a person (spec/proposals §2.1). */
export interface Proposal {
  readonly id: ProposalId;
  readonly status: ProposalStatus;
  readonly action: ProposedAction;
  /** Null until the lead is created. */
  readonly leadId: LeadId | null;
  /** The owner of the lead; for a lead that isn't created yet, its proposed owner. */
  readonly ownerId: UserId | null;
  readonly changes: readonly FieldChange[];
  readonly proposedBy: Person;
  readonly means: { readonly type: string; readonly id: number | null; readonly name: string | null };
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: Person | null;
  readonly decidedAt: Date | null;
}

/** Returns a proposal as REST and agents see it. */
export const showProposal = (proposal: Proposal) => ({
  id: proposal.id,
  status: proposal.status,
  action: proposal.action,
  lead_id: proposal.leadId,
  changes: proposal.changes,
  proposed_by: proposal.proposedBy,
  means: proposal.means,
  created_at: proposal.createdAt.toISOString(),
  expires_at: proposal.expiresAt.toISOString(),
  decided_by: proposal.decidedBy,
  decided_at: proposal.decidedAt?.toISOString() ?? null,
});

export type ShownProposal = ReturnType<typeof showProposal>;
