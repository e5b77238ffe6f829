import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { type Act, may, type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { listSecrets } from '../secrets/index.ts';
import { describeFailingSteps } from './compile/warn-steps.ts';
import { type ListedWorkflow, selectListed } from './console-list-store.ts';
import {
  countWorkflows,
  selectSummaries,
  selectSummary,
  type WorkflowScope,
  type WorkflowSummary,
} from './workflow-list-store.ts';
import { selectWorkflows } from './workflow-store.ts';

export type WorkflowName = WorkflowId | string;

/** Returns at most `most` workflows after `after` that a user can see, ordered by ID. */
export async function listWorkflows(
  { db }: Context,
  principal: Principal,
  { after, most }: { after: number; most: number },
): Promise<WorkflowSummary[]> {
  const scope = scopeOf(principal);
  const workspace = principal.workspace.id;
  if (!scope) return [];
  return db.read(workspace, (transaction) => selectSummaries(transaction, workspace, scope, { after, most }));
}

/** Returns a page of the workflows that a user can see, ordered by ID, and how many there are. */
export async function pageWorkflows(
  { db }: Context,
  principal: Principal,
  name: string | null,
  page: { after: number; start: number; most: number },
): Promise<{ total: number; workflows: WorkflowSummary[] }> {
  const scope = scopeOf(principal, name);
  const workspace = principal.workspace.id;
  if (!scope) return { total: 0, workflows: [] };
  return db.read(workspace, async (transaction) => {
    const [total, workflows] = await Promise.all([
      countWorkflows(transaction, workspace, scope),
      selectSummaries(transaction, workspace, scope, page),
    ]);
    return { total, workflows };
  });
}

/** Describes the steps of enabled workflows that lack something they need, like `apply` does for those in a file. */
export const listFailingSteps = (
  { db }: Pick<Context, 'db'>,
  workspace: WorkspaceId,
  hasMail: boolean,
): Promise<string[]> =>
  db.read(workspace, async (transaction) => {
    const secrets = await listSecrets(transaction, workspace);
    const needs = { hasMail, secrets: new Set(secrets.map(({ name }) => name)) };
    return (await selectWorkflows(transaction, workspace))
      .filter(({ enabled }) => enabled)
      .flatMap(({ name, steps }) => describeFailingSteps(name, JSON.parse(steps), needs));
  });

const everyWorkflow: WorkflowScope = { owner: null, name: null };

/** Like `pageWorkflows`, for the operator, who can see every workflow. */
export const listAllWorkflows = (
  { db }: Pick<Context, 'db'>,
  workspace: WorkspaceId,
  most: number,
): Promise<{ total: number; workflows: WorkflowSummary[] }> =>
  db.read(workspace, async (transaction) => {
    const [total, workflows] = await Promise.all([
      countWorkflows(transaction, workspace, everyWorkflow),
      selectSummaries(transaction, workspace, everyWorkflow, { after: 0, most }),
    ]);
    return { total, workflows };
  });

/** Returns which workflows a user can see; undefined if none. */
function scopeOf(principal: Principal, name: string | null = null): WorkflowScope | undefined {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return undefined;
  return { owner: reach === 'own' ? principal.user.id : null, name };
}

/** Returns at most `most` workflows that run as a user. */
export const listWorkflowsOf = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId,
  most: number,
): Promise<WorkflowSummary[]> =>
  selectSummaries(transaction, workspace, { owner, name: null }, { after: 0, most });

/**
 * The error for a missing workflow, and also for a workflow that the caller can't see, as for leads
 * (spec/rest-api §3.2).
 */
export const noWorkflow = () =>
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
    throw new HarkError('forbidden', 'not_allowed', 'You need edit access to this workflow.');
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
  const scope = scopeOf(principal);
  return scope ? selectListed(transaction, principal.workspace.id, { owner: scope.owner, ...params }) : [];
}
