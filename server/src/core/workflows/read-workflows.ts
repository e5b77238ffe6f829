import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { type Act, may, type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type ListedWorkflow, selectListed } from './console-list-store.ts';
import { selectSummaries, selectSummary, type WorkflowSummary } from './workflow-list-store.ts';

export type WorkflowName = WorkflowId | string;

/** The workflows that a user can see, ordered by id: at most `most` after `after`. */
export async function listWorkflows(
  { db }: Context,
  principal: Principal,
  { after, most }: { after: number; most: number },
): Promise<WorkflowSummary[]> {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return [];
  const owner = reach === 'own' ? principal.user.id : null;
  const workspace = principal.workspace.id;
  return db.read(workspace, (transaction) => selectSummaries(transaction, workspace, { owner, after, most }));
}

/** The workflows that run as a user; at most `most`. */
export const listWorkflowsOf = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId,
  most: number,
): Promise<WorkflowSummary[]> => selectSummaries(transaction, workspace, { owner, after: 0, most });

/** The same for a missing workflow and one that the caller can't see, as for leads (spec/rest-api §3.2). */
const noWorkflow = () =>
  new HarkError('not-found', 'unknown_workflow', 'There is no such workflow, or you may not see it.');

/** One workflow, if the user has permission. 404 if they can't see it, 403 if they can only see it. */
export async function findWorkflow(
  transaction: Transaction,
  principal: Principal,
  wanted: WorkflowName,
  act: Act,
): Promise<WorkflowSummary> {
  const workflow = await selectSummary(transaction, principal.workspace.id, wanted);
  if (!workflow || !may(principal, 'workflows.view', workflow.owner.id)) throw noWorkflow();
  if (!may(principal, act, workflow.owner.id)) {
    throw new HarkError(
      'forbidden',
      'not_allowed',
      'Your role lets you see this workflow, not do this to it.',
    );
  }
  return workflow;
}

/** Like `findWorkflow`, in its own transaction. */
export const findWorkflowAs = (
  { db }: Context,
  principal: Principal,
  wanted: WorkflowName,
  act: Act,
): Promise<WorkflowSummary> =>
  db.read(principal.workspace.id, (transaction) => findWorkflow(transaction, principal, wanted, act));

/** The workflows that a user can see, by name, whose name or owner's name contains `search`. */
export async function searchWorkflows(
  transaction: Transaction,
  principal: Principal,
  wish: { search: string; after: string; most: number },
): Promise<ListedWorkflow[]> {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return [];
  const owner = reach === 'own' ? principal.user.id : null;
  return selectListed(transaction, principal.workspace.id, { owner, ...wish });
}
