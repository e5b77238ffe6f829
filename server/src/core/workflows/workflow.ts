import type { UserId, WorkflowId } from '../../lib/ids.ts';

/** A workflow as it is set up; its steps are in its published version. */
export interface Workflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner: { readonly id: UserId; readonly email: string };
  readonly enabled: boolean;
  readonly publishedVersion: number;
}
