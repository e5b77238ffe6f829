import { conflict, type HarkError } from '../../lib/errors.ts';
import type { UserId, WorkflowId } from '../../lib/ids.ts';

/** Its steps are in its published version, which is 0 before the first one. */
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
    'This workflow was never published, so there is nothing to switch on. Publish it first.',
  );
