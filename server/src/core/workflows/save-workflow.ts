import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../lib/errors.ts';
import { type Change, changedValues, recordAudit } from '../audit/index.ts';
import {
  raiseListenerVersion,
  type SavedListener,
  saveListener,
  type WantedSettings,
} from '../listeners/index.ts';
import { languageVersion } from '../templating/index.ts';
import { requireUser } from '../users/index.ts';
import { compileWorkflow } from './compile-workflow.ts';
import type { Workflow } from './workflow.ts';
import {
  deleteWorkflow,
  insertVersion,
  insertWorkflow,
  type StoredWorkflow,
  selectByName,
  updateWorkflow,
} from './workflow-store.ts';

/** A workflow as it is wanted, known by its name; what is left out stays as it is. */
export interface WantedWorkflow {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly listener?: WantedSettings | undefined;
  /** As they are written. */
  readonly steps?: readonly unknown[] | undefined;
}

export type SavedWorkflow = Workflow & SavedListener;

/**
 * Creates the workflow of that name, or changes it where it differs. Other steps are published at once as the next version;
 * runs that have begun keep theirs.
 */
export async function saveWorkflow(change: Change, wanted: WantedWorkflow): Promise<SavedWorkflow> {
  const present = await selectByName(change.transaction, change.workspace, wanted.name);
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
  const id = await insertWorkflow(change.transaction, change.workspace, { name, owner, enabled });
  const workflow = { id, name, owner, enabled, publishedVersion: 1 };
  await publish(change, workflow, steps);
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'workflow', id, name },
    old: {},
    new: auditedValues(workflow),
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
  const changed = changedValues(auditedValues(present), auditedValues(workflow));
  if (!changed) return workflow;
  if (hasNewSteps) {
    await publish(change, workflow, steps);
    await raiseListenerVersion(change.transaction, change.workspace, workflow.id);
  }
  await updateWorkflow(change.transaction, change.workspace, workflow);
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'workflow', id: workflow.id, name: workflow.name },
    ...changed,
  });
  return workflow;
}

async function publish(
  change: Change,
  { id, publishedVersion }: Workflow,
  steps: readonly unknown[],
): Promise<void> {
  const checked = compileWorkflow(steps);
  if (!checked.ok) {
    const problems = checked.problems.map(({ path, message }) => `steps.${path.join('.')}: ${message}`);
    throw invalid('steps_refused', problems.join('\n'));
  }
  await insertVersion(change.transaction, change.workspace, id, {
    number: publishedVersion,
    steps: JSON.stringify(steps),
    language: languageVersion,
    readsRaw: checked.workflow.readsRaw,
    publishedAt: change.clock.now(),
  });
}

const auditedValues = ({ owner, enabled, publishedVersion }: Workflow) => ({
  owner: owner.email,
  enabled,
  published_version: publishedVersion,
});

/** Deletes a workflow with its listener and versions. What of its runs is unfinished ends as failed when it goes on. */
export async function removeWorkflow(change: Change, name: string): Promise<void> {
  const present = await selectByName(change.transaction, change.workspace, name);
  if (!present) return;
  await deleteWorkflow(change.transaction, change.workspace, present.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'workflow', id: present.id, name },
    old: auditedValues(present),
    new: {},
  });
}
