import { HarkError } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { type Change, makeChange, recordAudit } from '../../audit/index.ts';
import { saveListener, showListener, type WantedSettings } from '../../listeners/index.ts';
import { auditedWorkflow, type Workflow } from '../workflow.ts';
import { copyTriggers, insertWorkflow, selectForChange } from '../workflow-store.ts';
import { writeDraft } from './draft.ts';
import { type Editor, withDraft } from './edit-workflow.ts';
import { type StarterName, starterOf } from './starters.ts';

interface NewWorkflow extends Pick<Workflow, 'name' | 'owner' | 'enabled'> {
  readonly steps: readonly unknown[];
  readonly listener: WantedSettings;
}

/** Throws if the name is in use, because `workflow.start` and `hark apply` identify workflows by name. */
export async function requireFreeName({ transaction, workspace }: Change, name: string): Promise<void> {
  if (!(await selectForChange(transaction, workspace, name))) return;
  const message = `A workflow called "${name}" already exists. Choose another name.`;
  throw new HarkError('conflict', 'name_taken', message, { field: 'name' });
}

/**
 * Creates a workflow that belongs to the editor. It starts as a draft and is disabled, so its listener
 * accepts no requests yet.
 */
export function createWorkflow(
  { context, principal, actor }: Editor,
  { name, starter, hasMail }: { name: string; starter: StarterName; hasMail: boolean },
): Promise<WorkflowId> {
  return makeChange(context, principal.workspace.id, actor, (change) => {
    const started = starterOf(starter, principal.user.email, hasMail);
    return insertDraft(change, { name, owner: principal.user, enabled: false, ...started });
  });
}

/**
 * Copies the draft and the triggers into a new workflow that belongs to the editor and has its own URL and authentication
 * settings.
 */
export function duplicateWorkflow(editor: Editor, id: WorkflowId, name: string): Promise<WorkflowId> {
  return withDraft(editor, id, 'workflows.view', async (change, { draft }) => {
    const { workspace, user } = editor.principal;
    // Credentials aren't copied, because knowing one workflow's credentials must not give access to the other.
    // Until it has a secret of its own, a copy that expects signatures rejects all requests.
    const shown = await showListener(change.transaction, workspace, id, change.key);
    const {
      url: _,
      isSwitchedOn: __,
      refused: ___,
      signature,
      ...settings
    } = shown ?? { url: '', isSwitchedOn: false, refused: [], signature: undefined };
    const unsigned = signature && { ...signature, secret: [] };
    const copy = await insertDraft(change, {
      ...{ name, owner: user, enabled: false, steps: draft.steps },
      listener: { ...settings, signature: unsigned },
    });
    await copyTriggers(change.transaction, workspace.id, id, copy);
    return copy;
  });
}

/** Inserts a workflow that has a draft and was never published. */
export async function insertDraft(
  change: Change,
  { name, owner, enabled, steps, listener }: NewWorkflow,
): Promise<WorkflowId> {
  await requireFreeName(change, name);
  const made = { name, owner, enabled, publishedVersion: 0 };
  const id = await insertWorkflow(change.transaction, change.workspace, made);
  const draft = {
    revision: 0,
    steps: [],
    isChanged: false,
    baseVersion: 0,
    changedAt: null,
    changedBy: null,
  };
  await writeDraft(change, { workflow: { id, ...made, steps: '[]' }, draft }, steps, 0);
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'workflow', id, name },
    old: {},
    new: auditedWorkflow({ id, ...made }),
  });
  await saveListener(change, { id, name }, listener);
  return id;
}
