import type { LeadId, ProposalId, UserId } from '../../lib/ids.ts';
import { type Act, may, type Principal, reachOf, writeLimitOf } from '../access/index.ts';
import type { FieldChange } from '../history/index.ts';

export const proposalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

export const proposedActions = ['create', 'edit', 'delete', 'restore'] as const;
export type ProposedAction = (typeof proposedActions)[number];

/** The permission that a change needs. */
const actOf = {
  create: 'leads.create',
  edit: 'leads.edit',
  delete: 'leads.delete',
  restore: 'leads.restore',
} as const satisfies Record<ProposedAction, Act>;

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

/** Returns whether the surface is limited to proposals, so that nothing can be decided through it. */
const isOnlyProposing = (principal: Principal) => ['none', 'propose'].includes(writeLimitOf(principal));

/** To decide, a user needs the permission itself, through a surface that isn't limited to proposals (spec/proposals §3.1). */
export const isDecider = (principal: Principal, { action, ownerId }: Proposal): boolean =>
  !isOnlyProposing(principal) && may(principal, actOf[action], ownerId);

/** Returns the actions that the user can decide for every lead, and those for their own leads. */
export function decidableActions(principal: Principal): { all: ProposedAction[]; own: ProposedAction[] } {
  const actions = isOnlyProposing(principal) ? [] : proposedActions;
  const withReach = (reach: 'all' | 'own') =>
    actions.filter((action) => reachOf(principal, actOf[action]) === reach);
  return { all: withReach('all'), own: withReach('own') };
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
