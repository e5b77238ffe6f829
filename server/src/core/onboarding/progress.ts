import type { WorkflowId } from '../../lib/ids.ts';

/** How far a new workspace has been set up. Sample data doesn't count. */
export interface Progress {
  /** A published one: before that no URL responds. */
  readonly hasWorkflow: boolean;
  readonly hasRequest: boolean;
  readonly hasLead: boolean;
  readonly hasColleague: boolean;
  readonly hasApiCall: boolean;
  /** Where to continue: the newest workflow that the user can see, published ones before drafts. */
  readonly workflow: WorkflowId | null;
}
