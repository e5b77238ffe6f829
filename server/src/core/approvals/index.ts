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
export { type Decision, decideApproval, readComment } from './decide.ts';
export { notifyDeciders } from './notify-deciders.ts';
export { listApprovals, readApproval } from './read-approvals.ts';
