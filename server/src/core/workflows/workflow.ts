import { conflict, type HarkError } from '../../lib/errors.ts';
import type { UserId, WorkflowId } from '../../lib/ids.ts';

/** A workflow as it is set up; its steps are in its published version, 0 when there is none yet. */
export interface Workflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner: { readonly id: UserId; readonly email: string };
  readonly enabled: boolean;
  readonly publishedVersion: number;
}

/** What the audit tells of a workflow. */
export const auditedWorkflow = ({ owner, enabled, publishedVersion }: Workflow) => ({
  owner: owner.email,
  enabled,
  published_version: publishedVersion,
});

export const neverPublished = (): HarkError =>
  conflict(
    'never_published',
    'This workflow was never published, so there is nothing to switch on. Publish it first.',
  );
