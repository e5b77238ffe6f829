import type { WorkflowId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { findStarters, findWorkflow, searchWorkflows } from '../../workflows/index.ts';
import { countUnfinishedOf, type RecentRun, selectRecentRuns } from './recent-runs-store.ts';

export const listWithRuns = (
  { db }: Context,
  principal: Principal,
  { maxRuns, ...params }: { search: string; after: string; most: number; maxRuns: number },
) =>
  db.read(principal.workspace.id, async (transaction) => {
    const workflows = await searchWorkflows(transaction, principal, params);
    const ids = workflows.map(({ id }) => id);
    const runs = await selectRecentRuns(transaction, principal.workspace.id, ids, maxRuns);
    return workflows.map((workflow) => ({
      ...workflow,
      runs: runs.filter(({ workflow_id }) => workflow_id === workflow.id),
    }));
  });

/** Returns a workflow's newest runs, whose input can be used to test the workflow. */
export const listSamples = (
  { db }: Context,
  principal: Principal,
  workflow: WorkflowId,
  most: number,
): Promise<RecentRun[]> =>
  db.read(principal.workspace.id, async (transaction) => {
    const { id } = await findWorkflow(transaction, principal, workflow, 'runs.view');
    return selectRecentRuns(transaction, principal.workspace.id, [id], most);
  });

/**
 * Returns what deleting a workflow affects: its unfinished runs, counted up to `most`, and workflows that
 * start it.
 */
export const previewDeletion = (
  { db }: Context,
  principal: Principal,
  workflow: WorkflowId,
  most: number,
): Promise<{ unfinishedRuns: number; startedBy: { id: WorkflowId; name: string }[] }> =>
  db.read(principal.workspace.id, async (transaction) => {
    const workspace = principal.workspace.id;
    const { id, name } = await findWorkflow(transaction, principal, workflow, 'workflows.delete');
    return {
      unfinishedRuns: await countUnfinishedOf(transaction, workspace, id, most),
      startedBy: await findStarters(transaction, workspace, name),
    };
  });
