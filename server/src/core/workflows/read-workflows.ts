import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { type Act, may, type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { type ListedWorkflow, selectListed } from './console-list-store.ts';
import { selectSummaries, selectSummary, type WorkflowSummary } from './workflow-list-store.ts';

export type WorkflowName = WorkflowId | string;

/** Returns at most `most` workflows after `after` that a user can see, ordered by ID. */
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

/** Returns at most `most` workflows that run as a user. */
export const listWorkflowsOf = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId,
  most: number,
): Promise<WorkflowSummary[]> => selectSummaries(transaction, workspace, { owner, after: 0, most });

/**
 * The error for a missing workflow, and also for a workflow that the caller can't see, as for leads
 * (spec/rest-api §3.2).
 */
const noWorkflow = () =>
  new HarkError(
    'not-found',
    'unknown_workflow',
    "This workflow doesn't exist, or you don't have access to it.",
  );

/**
 * Returns a workflow if the user has permission. Throws a 404 if they can't see it, and a 403 if they can see
 * it but lack the permission.
 */
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
      'You have view access to this workflow. You need edit access to do this.',
    );
  }
  return workflow;
}

/** Like `findWorkflow`, but in a separate transaction. */
export const findWorkflowAs = (
  { db }: Context,
  principal: Principal,
  wanted: WorkflowName,
  act: Act,
): Promise<WorkflowSummary> =>
  db.read(principal.workspace.id, (transaction) => findWorkflow(transaction, principal, wanted, act));

/** Returns the workflows that a user can see whose name or owner's name contains `search`, sorted by name. */
export async function searchWorkflows(
  transaction: Transaction,
  principal: Principal,
  params: { search: string; after: string; most: number },
): Promise<ListedWorkflow[]> {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return [];
  const owner = reach === 'own' ? principal.user.id : null;
  return selectListed(transaction, principal.workspace.id, { owner, ...params });
}
