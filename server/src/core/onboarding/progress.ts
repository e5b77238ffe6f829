import type { WorkflowId } from '../../lib/ids.ts';

/** Which setup steps have been done in a new workspace. Sample data doesn't count. */
export interface Progress {
  /** Whether a workflow has been published. Only then can its listener accept requests. */
  readonly hasWorkflow: boolean;
  readonly hasRequest: boolean;
  readonly hasLead: boolean;
  readonly hasColleague: boolean;
  readonly hasApiCall: boolean;
  /** Where to continue: the newest workflow that the user can see. Published workflows come before drafts. */
  readonly workflow: WorkflowId | null;
}
