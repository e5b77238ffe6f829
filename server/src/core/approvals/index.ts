export {
  type Approval,
  type ApprovalStatus,
  approvalStatuses,
  type OnTimeout,
  type ShownApproval,
  showApproval,
} from './approval.ts';
export { findStoredApproval, updateOutcome } from './approval-store.ts';
export { askForApproval } from './ask.ts';
export { type Decision, decideApproval } from './decide.ts';
export { notifyDeciders } from './notify-deciders.ts';
export { listApprovals, readApproval } from './read-approvals.ts';
export { readComment } from './read-decision.ts';
