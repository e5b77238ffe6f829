import { emailKey } from '../../../lib/email.ts';
import { HarkError, invalidField } from '../../../lib/errors.ts';
import type { UserId, WorkflowId } from '../../../lib/ids.ts';
import { shown } from '../../../lib/shown.ts';
import { may, type Principal, requireUnlimitedIfPublished } from '../../access/index.ts';
import { type Change, changedValues, recordAudit } from '../../audit/index.ts';
import { findUserIn, requireUserId, selectNamedUsers } from '../../users/index.ts';
import { requireFreeName } from '../drafts/create-workflow.ts';
import { type Editor, withDraft } from '../drafts/edit-workflow.ts';
import { auditedWorkflow, type Workflow } from '../workflow.ts';
import { updateWorkflow } from '../workflow-store.ts';

/** A workflow's owner, by email address or ID. */
export type WantedOwner = string | { readonly id: UserId };

interface WantedSettings {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly owner?: WantedOwner | undefined;
}

/** Renames, enables or disables a workflow, or changes its owner. Omitted settings stay unchanged. */
export const changeWorkflowSettings = (
  editor: Editor,
  id: WorkflowId,
  wanted: WantedSettings,
): Promise<void> =>
  withDraft(editor, id, 'workflows.edit', (change, { workflow }) =>
    changeSettings(change, editor.principal, workflow, wanted),
  );

/** Like `changeWorkflowSettings`, for a locked workflow that the user can edit. */
export async function changeSettings(
  change: Change,
  principal: Principal,
  present: Workflow,
  wanted: WantedSettings,
): Promise<void> {
  const { name = present.name, enabled = present.enabled } = wanted;
  if (enabled !== present.enabled)
    requireUnlimitedIfPublished(principal, present, 'enable or disable published workflows');
  const owner = await chooseOwner(change, principal, present.owner, wanted.owner);
  if (name !== present.name) await requireFreeName(change, name);
  const workflow: Workflow = { ...present, name, enabled, owner };
  const auditedOf = (one: Workflow) => ({ name: one.name, ...auditedWorkflow(one) });
  const changed = changedValues(auditedOf(present), auditedOf(workflow));
  if (!changed) return;
  await updateWorkflow(change.transaction, change.workspace, workflow);
  const subject = { type: 'workflow', id: present.id, name } as const;
  await recordAudit(change, { action: 'changed', subject, ...changed });
}

/**
 * Returns the wanted owner, or the present one if none is wanted. Only an administrator can choose another owner
 * (spec/rest-api §7.2), because the workflow runs with the owner's permissions.
 */
export async function chooseOwner(
  change: Change,
  principal: Principal,
  present: Workflow['owner'],
  wanted: WantedOwner = present,
): Promise<Workflow['owner']> {
  const isPresent =
    typeof wanted === 'string' ? emailKey(wanted) === emailKey(present.email) : wanted.id === present.id;
  if (isPresent) return present;
  if (!may(principal, 'workflows.change_owner'))
    throw new HarkError('forbidden', 'not_allowed', "Only administrators can change a workflow's owner.");
  const { id, email } = await findUserIn(change, await requireOwner(change, wanted));
  return { id, email };
}

async function requireOwner({ transaction, workspace }: Change, wanted: WantedOwner): Promise<UserId> {
  if (typeof wanted !== 'string') {
    await requireUserId(transaction, workspace, wanted.id, 'owner');
    return wanted.id;
  }
  const [found] = await selectNamedUsers(transaction, workspace, [wanted]);
  if (found) return found.id;
  throw invalidField('unknown_user', 'owner', `there is no user ${shown(wanted)} in this workspace.`);
}
