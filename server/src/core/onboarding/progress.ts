import type { WorkflowId } from '../../lib/ids.ts';

/** How far a workspace has come since it was made. What the demonstration brought does not count. */
export interface Progress {
  /** One that is published: before that nothing answers. */
  readonly hasWorkflow: boolean;
  readonly hasRequest: boolean;
  readonly hasLead: boolean;
  readonly hasColleague: boolean;
  readonly hasApiCall: boolean;
  /** Where the next step is done: the newest workflow that the user may see, a published one before a draft. */
  readonly workflow: WorkflowId | null;
}
