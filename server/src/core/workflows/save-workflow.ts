import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../lib/errors.ts';
import type { WorkflowId } from '../../lib/ids.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import { type SavedListener, saveListener, type WantedSettings } from '../listeners/index.ts';
import { requireUser } from '../users/index.ts';
import { publishSteps } from './drafts/publish-steps.ts';
import { endQueuedRuns } from './queued-runs-store.ts';
import { auditedWorkflow, type Workflow } from './workflow.ts';
import {
  deleteWorkflow,
  insertWorkflow,
  type StoredWorkflow,
  selectForChange,
  updateWorkflow,
} from './workflow-store.ts';

/** The desired state of a workflow, identified by name. Omitted settings stay unchanged. */
export interface WantedWorkflow {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly listener?: WantedSettings | undefined;
  readonly steps?: readonly unknown[] | undefined;
}

export type SavedWorkflow = Workflow & SavedListener;

/**
 * Creates or updates the workflow with this name. Changed steps are published immediately as the next
 * version; runs that have started keep their version.
 */
export async function saveWorkflow(change: Change, wanted: WantedWorkflow): Promise<SavedWorkflow> {
  const present = await selectForChange(change.transaction, change.workspace, wanted.name);
  const workflow = present
    ? await changeWorkflow(change, present, wanted)
    : await createWorkflow(change, wanted);
  return { ...workflow, ...(await saveListener(change, workflow, wanted.listener ?? {})) };
}

async function createWorkflow(change: Change, wanted: WantedWorkflow): Promise<Workflow> {
  const { name, steps, enabled = true } = wanted;
  if (wanted.owner === undefined) throw invalid('workflow_owner_missing', 'A new workflow needs an owner.');
  if (steps === undefined) throw invalid('workflow_steps_missing', 'A new workflow needs steps.');
  const owner = await requireUser(change, wanted.owner);
  const made = { name, owner, enabled, publishedVersion: 1 };
  const workflow = { id: await insertWorkflow(change.transaction, change.workspace, made), ...made };
  await publishSteps(change, workflow, steps);
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'workflow', id: workflow.id, name },
    old: {},
    new: auditedWorkflow(workflow),
  });
  return workflow;
}

async function changeWorkflow(
  change: Change,
  present: StoredWorkflow,
  { owner, enabled = present.enabled, steps }: WantedWorkflow,
): Promise<Workflow> {
  const hasNewSteps = steps !== undefined && !isDeepStrictEqual(JSON.parse(present.steps), steps);
  const workflow: Workflow = {
    id: present.id,
    name: present.name,
    owner: owner === undefined ? present.owner : await requireUser(change, owner),
    enabled,
    publishedVersion: present.publishedVersion + (hasNewSteps ? 1 : 0),
  };
  const changed = changedValues(auditedWorkflow(present), auditedWorkflow(workflow));
  if (!changed) return workflow;
  if (hasNewSteps) {
    await publishSteps(change, workflow, steps);
  }
  await updateWorkflow(change.transaction, change.workspace, workflow);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'workflow', id: workflow.id, name: workflow.name },
    ...changed,
  });
  return workflow;
}

/** Deletes a workflow with its listener and versions. Its queued runs fail, and others when they resume. */
export async function removeWorkflow(change: Change, wanted: WorkflowId | string): Promise<void> {
  const present = await selectForChange(change.transaction, change.workspace, wanted);
  if (!present) return;
  await deleteWorkflow(change.transaction, change.workspace, present.id);
  await endQueuedRuns(change.transaction, change.workspace, present.id, change.clock.now());
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'workflow', id: present.id, name: present.name },
    old: auditedWorkflow(present),
    new: {},
  });
}
