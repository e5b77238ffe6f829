import type { ApprovalId, RoleId, RunId, UserId, WorkflowId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';

export const approvalStatuses = ['pending', 'approved', 'rejected', 'timed_out', 'cancelled'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** What happens to the run if no one decides in time. */
export type OnTimeout = 'reject' | 'approve' | 'fail';

export interface Person {
  readonly id: UserId;
  readonly name: string;
}

/** Who can decide besides administrators: users, or everyone who has a role when they decide. */
export type Deciders =
  | { readonly users: readonly Person[] }
  | { readonly role: { readonly id: RoleId; readonly name: string } };

/** A question that a run asks (spec/runs §2.13). */
export interface Approval {
  readonly id: ApprovalId;
  readonly status: ApprovalStatus;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** The name is null if the workflow was deleted. */
  readonly workflow: { readonly id: WorkflowId; readonly name: string | null };
  readonly run: RunId;
  /** The step's path in the run. */
  readonly step: string;
  readonly by: Deciders;
  readonly onTimeout: OnTimeout;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: Person | null;
  readonly comment: string | null;
}

/** Returns whether the user is one of those who can decide, regardless of the approval's status. */
export function isDecider({ by }: Approval, { user, role }: Pick<Principal, 'user' | 'role'>): boolean {
  if (role.isAdmin) return true;
  return 'role' in by ? by.role.id === role.id : by.users.some(({ id }) => id === user.id);
}

/** Returns an approval as the user sees it on every surface. */
export const showApproval = (approval: Approval, principal: Principal) => ({
  id: approval.id,
  status: approval.status,
  title: approval.title,
  text: approval.text,
  workflow: approval.workflow,
  run_id: approval.run,
  step: approval.step,
  by: approval.by,
  can_decide: approval.status === 'pending' && isDecider(approval, principal),
  on_timeout: approval.onTimeout,
  created_at: approval.createdAt.toISOString(),
  expires_at: approval.expiresAt.toISOString(),
  decided_at: approval.decidedAt?.toISOString() ?? null,
  decided_by: approval.decidedBy,
  comment: approval.comment,
});

export type ShownApproval = ReturnType<typeof showApproval>;
