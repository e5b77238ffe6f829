import { invalid } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import { draftOf, type OpenDraft } from './drafts/draft.ts';
import type { Workflow } from './workflow.ts';
import { selectForChange } from './workflow-store.ts';

/** Finds a workflow by name. Throws if it doesn't exist in the workspace. */
export async function requireWorkflow(
  { db }: Context,
  workspace: WorkspaceId,
  name: string,
): Promise<Workflow> {
  const workflow = await db.write(workspace, (transaction) => selectForChange(transaction, workspace, name));
  if (!workflow) throw noSuchWorkflow(name);
  return workflow;
}

/** Like `requireWorkflow`, with the workflow's draft. */
export const requireDraft = ({ db }: Context, workspace: WorkspaceId, name: string): Promise<OpenDraft> =>
  db.write(workspace, async (transaction) => {
    const workflow = await selectForChange(transaction, workspace, name);
    if (!workflow) throw noSuchWorkflow(name);
    return { workflow, draft: await draftOf(transaction, workspace, workflow) };
  });

const noSuchWorkflow = (name: string) =>
  invalid('unknown_workflow', `There is no workflow "${name}" in this workspace.`);
