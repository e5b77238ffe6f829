import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import { may, type Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { usedNames } from './compile/unknown-names.ts';
import { diffSteps } from './drafts/diff-steps.ts';
import { type Draft, draftOf } from './drafts/draft.ts';
import { findWorkflow } from './read-workflows.ts';
import { typesWhere } from './steps/step-types.ts';
import { selectStarters, selectWorkflowVersions, type VersionSummary } from './version-store.ts';
import type { WorkflowSummary } from './workflow-list-store.ts';
import { type StoredWorkflow, selectVersionSteps, selectWorkflow } from './workflow-store.ts';

export interface ViewedWorkflow extends WorkflowSummary {
  readonly draft: Draft;
  readonly may: { readonly edit: boolean; readonly changeOwner: boolean };
}

export const viewWorkflow = (
  { db }: Context,
  principal: Principal,
  id: WorkflowId,
): Promise<ViewedWorkflow> =>
  db.read(principal.workspace.id, (transaction) => readWorkflow(transaction, principal, id));

async function readWorkflow(
  transaction: Transaction,
  principal: Principal,
  id: WorkflowId,
): Promise<ViewedWorkflow> {
  const summary = await findWorkflow(transaction, principal, id, 'workflows.view');
  const workflow = (await selectWorkflow(transaction, principal.workspace.id, id)) as StoredWorkflow;
  return {
    ...summary,
    draft: await draftOf(transaction, principal.workspace.id, workflow),
    may: {
      edit: may(principal, 'workflows.edit', summary.owner.id),
      changeOwner: may(principal, 'workflows.change_owner', summary.owner.id),
    },
  };
}

export const listVersions = (
  { db }: Context,
  principal: Principal,
  id: WorkflowId,
  page: { before: number; most: number },
): Promise<VersionSummary[]> =>
  db.read(principal.workspace.id, async (transaction) => {
    await findWorkflow(transaction, principal, id, 'workflows.view');
    return selectWorkflowVersions(transaction, principal.workspace.id, id, page);
  });

export const viewVersion = (
  { db }: Context,
  principal: Principal,
  id: WorkflowId,
  version: number,
): Promise<readonly unknown[]> =>
  db.read(principal.workspace.id, (transaction) => readVersion(transaction, principal, id, version));

async function readVersion(
  transaction: Transaction,
  principal: Principal,
  id: WorkflowId,
  version: number,
): Promise<readonly unknown[]> {
  await findWorkflow(transaction, principal, id, 'workflows.view');
  const steps = await selectVersionSteps(transaction, principal.workspace.id, id, version);
  if (steps === undefined) {
    throw new HarkError('not-found', 'unknown_version', `This workflow has no version ${version}.`);
  }
  return JSON.parse(steps) as unknown[];
}

/** What to compare: a version number, the stored draft, or the given steps. */
export type ComparedSteps = number | 'draft' | readonly unknown[];

/** Compares two sets of steps in a workflow that the user can see. */
export const compareSteps = (
  { db }: Context,
  principal: Principal,
  id: WorkflowId,
  { from, to }: { from: ComparedSteps; to: ComparedSteps },
): Promise<ReturnType<typeof diffSteps>> =>
  db.read(principal.workspace.id, async (transaction) => {
    const read = async (wanted: ComparedSteps) => {
      if (typeof wanted === 'number') return readVersion(transaction, principal, id, wanted);
      const { draft } = await readWorkflow(transaction, principal, id);
      return wanted === 'draft' ? draft.steps : wanted;
    };
    return diffSteps(await read(from), await read(to));
  });

const startingTypes = typesWhere(({ settings }) =>
  Object.values(settings).some(({ refersTo }) => refersTo === 'workflow'),
);

/**
 * Returns the workflows whose published steps start this workflow by name. Their runs fail once this workflow
 * is deleted.
 */
export async function findStarters(
  transaction: Transaction,
  workspace: WorkspaceId,
  name: string,
): Promise<{ id: WorkflowId; name: string }[]> {
  const candidates = await selectStarters(transaction, workspace, startingTypes);
  return candidates
    .filter(({ steps }) =>
      usedNames(JSON.parse(steps)).some((used) => used.kind === 'workflow' && used.name === name),
    )
    .map((workflow) => ({ id: workflow.id, name: workflow.name }));
}
