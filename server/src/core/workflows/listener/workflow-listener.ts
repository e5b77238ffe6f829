import { HarkError } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { type Act, type Principal, requireUnlimitedIfPublished } from '../../access/index.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import {
  changesListener,
  type Listener,
  renewAddress,
  type ShownListener,
  saveListener,
  selectListener,
  showListener,
  type WantedSettings,
} from '../../listeners/index.ts';
import { type Editor, withDraft } from '../drafts/edit-workflow.ts';
import { findWorkflow, type WorkflowName } from '../read-workflows.ts';
import type { Workflow } from '../workflow.ts';
import type { WorkflowSummary } from '../workflow-list-store.ts';

/** Returns a workflow's stored listener, if the user has permission. */
export function openListener(
  { db, key }: Context,
  principal: Principal,
  workflow: WorkflowName,
  act: Act,
): Promise<{ workflow: WorkflowSummary; listener: Listener }> {
  const workspace = principal.workspace.id;
  return db.read(workspace, async (transaction) => {
    const found = await findWorkflow(transaction, principal, workflow, act);
    const listener = await selectListener(transaction, workspace, found.id, key);
    if (!listener) throw noListener();
    return { workflow: found, listener };
  });
}

const noListener = () => new HarkError('not-found', 'no_listener', 'This workflow has no listener.');

/** Describes a workflow's listener, for users who can see its rejected requests (spec/rest-api §7.2). */
export function describeListener(
  { db, key }: Context,
  principal: Principal,
  workflow: WorkflowName,
): Promise<{ workflow: { id: number; name: string }; listener: ShownListener }> {
  const { workspace } = principal;
  return db.read(workspace.id, async (transaction) => {
    const { id, name } = await findWorkflow(transaction, principal, workflow, 'listeners.inspect_requests');
    const listener = await showListener(transaction, workspace, id, key);
    if (!listener) throw noListener();
    return { workflow: { id, name }, listener };
  });
}

/** Changes the listener's settings, for users who can edit the workflow. Omitted settings stay unchanged. */
export const changeListener = (editor: Editor, id: WorkflowId, wanted: WantedSettings): Promise<void> =>
  withDraft(editor, id, 'workflows.edit', (change, { workflow }) =>
    saveListenerAs(change, editor.principal, workflow, wanted),
  );

/** Like `changeListener`, for a locked workflow that the user can edit. */
export async function saveListenerAs(
  change: Change,
  principal: Principal,
  workflow: Workflow,
  wanted: WantedSettings,
): Promise<void> {
  if (await changesListener(change, workflow, wanted)) requireListenerChange(principal, workflow);
  await saveListener(change, workflow, wanted);
}

const requireListenerChange = (principal: Principal, workflow: Workflow) =>
  requireUnlimitedIfPublished(principal, workflow, 'change the listeners of published workflows');

/** Gives the listener a new URL, for users who can edit the workflow. */
export const renewListenerAddress = (editor: Editor, id: WorkflowId): Promise<void> =>
  withDraft(editor, id, 'workflows.edit', async (change, { workflow }) => {
    const listener = await selectListener(change.transaction, change.workspace, id, change.key);
    if (!listener) throw noListener();
    requireListenerChange(editor.principal, workflow);
    await renewAddress(change, listener, workflow);
  });
