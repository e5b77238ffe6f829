import { HarkError } from '../../lib/errors.ts';
import type { WorkflowId } from '../../lib/ids.ts';
import { may, type Principal, type Read } from '../access/index.ts';
import { type Draft, draftOf } from './draft.ts';
import { findWorkflow } from './read-workflows.ts';
import { typesWhere } from './steps/step-types.ts';
import { usedNames } from './unknown-names.ts';
import { selectStarters, selectVersions, type VersionSummary } from './version-store.ts';
import type { WorkflowSummary } from './workflow-list-store.ts';
import { type StoredWorkflow, selectSteps, selectWorkflow } from './workflow-store.ts';

/** A workflow as its screen shows it. */
export interface ViewedWorkflow extends WorkflowSummary {
  readonly enabled: boolean;
  readonly draft: Draft;
  /** What this user may do to it. */
  readonly may: { readonly edit: boolean; readonly changeOwner: boolean };
}

export const viewWorkflow =
  (principal: Principal, id: WorkflowId): Read<ViewedWorkflow> =>
  async (transaction) => {
    const summary = await findWorkflow(principal, id, 'workflows.view')(transaction);
    const workflow = (await selectWorkflow(transaction, principal.workspace.id, id)) as StoredWorkflow;
    return {
      ...summary,
      enabled: workflow.enabled,
      draft: await draftOf(transaction, principal.workspace.id, workflow),
      may: {
        edit: may(principal, 'workflows.edit', summary.owner.id),
        changeOwner: may(principal, 'workflows.change_owner', summary.owner.id),
      },
    };
  };

/** The published versions of a workflow, the newest first. */
export const listVersions =
  (principal: Principal, id: WorkflowId, page: { before: number; most: number }): Read<VersionSummary[]> =>
  async (transaction) => {
    await findWorkflow(principal, id, 'workflows.view')(transaction);
    return selectVersions(transaction, principal.workspace.id, id, page);
  };

/** The steps of one published version, as they were written. */
export const viewVersion =
  (principal: Principal, id: WorkflowId, version: number): Read<readonly unknown[]> =>
  async (transaction) => {
    await findWorkflow(principal, id, 'workflows.view')(transaction);
    const steps = await selectSteps(transaction, principal.workspace.id, id, version);
    if (steps === undefined) {
      throw new HarkError('not-found', 'unknown_version', `This workflow has no version ${version}.`);
    }
    return JSON.parse(steps) as unknown[];
  };

const startingTypes = typesWhere(({ settings }) =>
  Object.values(settings).some(({ refersTo }) => refersTo === 'workflow'),
);

/** The workflows whose published steps start this one by its name: they fail there once it is gone. */
export const startersOf =
  (principal: Principal, name: string): Read<{ id: WorkflowId; name: string }[]> =>
  async (transaction) => {
    const candidates = await selectStarters(transaction, principal.workspace.id, startingTypes);
    return candidates
      .filter(({ steps }) =>
        usedNames(JSON.parse(steps)).some((used) => used.kind === 'workflow' && used.name === name),
      )
      .map((workflow) => ({ id: workflow.id, name: workflow.name }));
  };
