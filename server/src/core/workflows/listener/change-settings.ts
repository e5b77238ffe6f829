import { HarkError } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { may } from '../../access/index.ts';
import { changedValues, recordAudit } from '../../audit/index.ts';
import { requireUser } from '../../users/index.ts';
import { requireFreeName } from '../drafts/create-workflow.ts';
import { type Editor, withDraft } from '../drafts/edit-workflow.ts';
import { auditedWorkflow, neverPublished, type Workflow } from '../workflow.ts';
import { updateWorkflow } from '../workflow-store.ts';

interface WantedSettings {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /**
   * The new owner's email address. Only an administrator can change the owner (spec/rest-api §7.2), because
   * the workflow then runs with that user's permissions.
   */
  readonly owner?: string | undefined;
}

/** Renames, enables or disables a workflow, or changes its owner. Omitted settings stay unchanged. */
export function changeWorkflowSettings(
  editor: Editor,
  id: WorkflowId,
  wanted: WantedSettings,
): Promise<void> {
  return withDraft(editor, id, 'workflows.edit', async (change, { workflow: present }) => {
    const { name = present.name, enabled = present.enabled, owner = present.owner.email } = wanted;
    if (owner !== present.owner.email && !may(editor.principal, 'workflows.change_owner')) {
      throw new HarkError('forbidden', 'not_allowed', "Only administrators can change a workflow's owner.");
    }
    if (enabled && present.publishedVersion === 0) throw neverPublished();
    if (name !== present.name) await requireFreeName(change, name);
    const { id: ownerId, email } = await requireUser(change, owner);
    const workflow: Workflow = { ...present, name, enabled, owner: { id: ownerId, email } };
    const auditedOf = (one: Workflow) => ({ name: one.name, ...auditedWorkflow(one) });
    const changed = changedValues(auditedOf(present), auditedOf(workflow));
    if (!changed) return;
    await updateWorkflow(change.transaction, change.workspace, workflow);
    await recordAudit(change, { action: 'changed', subject: { type: 'workflow', id, name }, ...changed });
  });
}
