import type { WorkflowId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { findStarters, findWorkflow, searchWorkflows } from '../../workflows/index.ts';
import { countUnfinishedOf, type RecentRun, selectRecentRuns } from './recent-runs-store.ts';

export const listWithRuns = (
  { db }: Context,
  principal: Principal,
  { mostRuns, ...wish }: { search: string; after: string; most: number; mostRuns: number },
) =>
  db.read(principal.workspace.id, async (transaction) => {
    const workflows = await searchWorkflows(transaction, principal, wish);
    const ids = workflows.map(({ id }) => id);
    const runs = await selectRecentRuns(transaction, principal.workspace.id, ids, mostRuns);
    return workflows.map((workflow) => ({
      ...workflow,
      runs: runs.filter(({ workflow_id }) => workflow_id === workflow.id),
    }));
  });

/** The newest runs of a workflow, whose input can be used to test it. */
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

/** What deleting a workflow affects: its unfinished runs, up to `most`, and workflows that start it. */
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
