import type { WorkflowId } from '../../../lib/ids.ts';
import { isSameJson } from '../../../lib/json.ts';
import { requireUnchanged } from '../../../lib/read-body.ts';
import { may, type Principal, refusalOf } from '../../access/index.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { insertDraft } from '../drafts/create-workflow.ts';
import { type OpenDraft, requireRevision, writeDraft } from '../drafts/draft.ts';
import { openDraft, publishOpen } from '../drafts/edit-workflow.ts';
import { changeSettings, chooseOwner } from '../listener/change-settings.ts';
import { saveListenerAs } from '../listener/workflow-listener.ts';
import { findWorkflow } from '../read-workflows.ts';
import { readRecord, type WorkflowRecord } from './workflow-record.ts';
import type { NewWorkflow, WorkflowChange } from './workflow-schema.ts';

/** Returns a workflow that the user can see (spec/rest-api §12.1). */
export const readWorkflowRecord = (
  { db, key }: Context,
  principal: Principal,
  id: WorkflowId,
): Promise<WorkflowRecord> =>
  db.read(principal.workspace.id, async (transaction) => {
    await findWorkflow(transaction, principal, id, 'workflows.view');
    return readRecord({ transaction, key }, principal.workspace, id);
  });

/** Creates a workflow as a draft, which belongs to the user unless another owner is given (spec/rest-api §12.2). */
export async function addWorkflow(
  change: Change,
  principal: Principal,
  { name, owner, enabled = false, steps = [], listener = {} }: NewWorkflow,
): Promise<WorkflowRecord> {
  if (!may(principal, 'workflows.create')) throw refusalOf(principal.role, 'workflows.create');
  const chosen = await chooseOwner(change, principal, principal.user, owner);
  const id = await insertDraft(change, { name, owner: chosen, enabled, steps, listener });
  return readRecord(change, principal.workspace, id);
}

/** Changes what is given: settings at once, and steps as a draft (spec/rest-api §12.2). */
export async function editWorkflow(
  change: Change,
  principal: Principal,
  id: WorkflowId,
  wanted: WorkflowChange,
): Promise<WorkflowRecord> {
  const open = await openDraft(change, principal, id, 'workflows.edit');
  await requirePresent(change, principal, id, wanted);
  if (wanted.revision !== undefined) requireRevision(open.draft, wanted.revision);
  const { name, enabled, owner } = wanted;
  await changeSettings(change, principal, open.workflow, { name, enabled, owner });
  await saveSteps(change, open, wanted);
  if (wanted.listener) {
    const { url: _, ...settings } = wanted.listener;
    await saveListenerAs(change, principal, { ...open.workflow, name: name ?? open.workflow.name }, settings);
  }
  return readRecord(change, principal.workspace, id);
}

const readOnlyKeys = ['id', 'version', 'published_at', 'has_draft', 'draft'] as const;

/** @throws HarkError if a read-only value differs from the present one */
async function requirePresent(
  change: Change,
  { workspace }: Principal,
  id: WorkflowId,
  wanted: WorkflowChange,
): Promise<void> {
  const present = await readRecord(change, workspace, id);
  requireUnchanged(present, wanted, readOnlyKeys);
  requireUnchanged({ ...Object(present.listener) }, wanted.listener ?? {}, ['url'], 'listener');
}

/** Saves steps as the draft, unless the workflow is sent back as it was read, with the published steps next to a draft. */
async function saveSteps(
  change: Change,
  open: OpenDraft,
  { steps, draft: sentDraft }: WorkflowChange,
): Promise<void> {
  const { workflow, draft } = open;
  if (steps === undefined || isSameJson(steps, draft.steps)) return;
  if (sentDraft && isSameJson(steps, JSON.parse(workflow.steps))) return;
  await writeDraft(change, open, steps, workflow.publishedVersion);
}

/** Publishes the draft, unless it equals the published version (spec/rest-api §12.3). */
export async function publishWorkflow(
  change: Change,
  principal: Principal,
  id: WorkflowId,
  revision: number | undefined,
): Promise<WorkflowRecord> {
  const open = await openDraft(change, principal, id, 'workflows.edit');
  if (revision !== undefined) requireRevision(open.draft, revision);
  if (open.draft.isChanged || open.workflow.publishedVersion === 0)
    await publishOpen(change, principal, open, { switchOn: false });
  return readRecord(change, principal.workspace, id);
}
