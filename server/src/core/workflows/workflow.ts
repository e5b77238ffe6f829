import { conflict, type HarkError } from '../../lib/errors.ts';
import type { UserId, WorkflowId } from '../../lib/ids.ts';

/**
 * A workflow. Its steps are stored in its published version, whose number is 0 before the first publication.
 */
export interface Workflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner: { readonly id: UserId; readonly email: string };
  readonly enabled: boolean;
  readonly publishedVersion: number;
}

export const auditedWorkflow = ({ owner, enabled, publishedVersion }: Workflow) => ({
  owner: owner.email,
  enabled,
  published_version: publishedVersion,
});

export const neverPublished = (): HarkError =>
  conflict(
    'never_published',
    "This workflow has never been published, so it can't be enabled. Publish it first.",
  );
