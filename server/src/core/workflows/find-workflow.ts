import { invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { Workflow } from './workflow.ts';
import { selectForChange } from './workflow-store.ts';

/** Finds a workflow by name. Throws if it doesn't exist in the workspace. */
export async function requireWorkflow(
  { db }: Context,
  workspace: WorkspaceId,
  name: string,
): Promise<Workflow> {
  const workflow = await db.write(workspace, (transaction) => selectForChange(transaction, workspace, name));
  if (!workflow) throw invalid('unknown_workflow', `There is no workflow "${name}" in this workspace.`);
  return workflow;
}
