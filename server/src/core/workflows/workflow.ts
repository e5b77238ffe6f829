import type { UserId, WorkflowId } from '../../lib/ids.ts';

/**
 * A workflow. Its steps are stored in its published version, whose number is 0 before the first publication.
 */
export interface Workflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner: { readonly id: UserId; readonly email: string };
  /** A workflow that was never published can be enabled, but starts no runs until it is published. */
  readonly enabled: boolean;
  readonly publishedVersion: number;
}

export const auditedWorkflow = ({ owner, enabled, publishedVersion }: Workflow) => ({
  owner: owner.email,
  enabled,
  published_version: publishedVersion,
});
