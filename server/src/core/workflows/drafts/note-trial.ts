import type { WorkflowId } from '../../../lib/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import type { CompiledWorkflow } from '../compile/compiled-step.ts';
import { secretsRead } from '../compile/secret-uses.ts';
import type { Editor } from './edit-workflow.ts';

/**
 * Records in the audit log who tests steps that read secrets, and who sends a request from a test, because a
 * trial, unlike a run, leaves no rows. `sent` is the step whose request is sent.
 */
export async function noteTrial(
  { context, principal, actor }: Editor,
  { id, name }: { readonly id: WorkflowId; readonly name: string },
  steps: CompiledWorkflow,
  sent?: string,
): Promise<void> {
  const secrets = secretsRead(steps);
  if (secrets.length === 0 && sent === undefined) return;
  const workspace = principal.workspace.id;
  const subject = { type: 'workflow', id, name } as const;
  await context.db.write(workspace, (transaction) =>
    recordAudit(
      { ...context, transaction, workspace, actor },
      { action: 'steps tried', subject, old: {}, new: { secrets, ...(sent !== undefined && { sent }) } },
    ),
  );
}
