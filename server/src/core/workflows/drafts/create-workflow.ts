import { conflict } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { type Change, recordAudit } from '../../audit/index.ts';
import { saveListener, showListener, type WantedSettings } from '../../listeners/index.ts';
import { auditedWorkflow, type Workflow } from '../workflow.ts';
import { insertWorkflow, selectForChange } from '../workflow-store.ts';
import { writeDraft } from './draft.ts';
import { type Editor, withDraft } from './edit-workflow.ts';
import { type StarterName, starterOf } from './starters.ts';

/** Refuses a name that another workflow has: `workflow.start` and `hark apply` know them by their names. */
export async function requireFreeName({ transaction, workspace }: Change, name: string): Promise<void> {
  if (!(await selectForChange(transaction, workspace, name))) return;
  throw conflict('name_taken', `There is a workflow called "${name}" already. Choose another name.`);
}

/** A new workflow of the editor's own: a draft, switched off, with an address that answers as switched off. */
export function createWorkflow(
  { context, principal, actor }: Editor,
  { name, starter, hasMail }: { name: string; starter: StarterName; hasMail: boolean },
): Promise<WorkflowId> {
  const workspace = principal.workspace.id;
  return context.db.write(workspace, (transaction) => {
    const { steps, listener } = starterOf(starter, principal.user.email, hasMail);
    return insertDraft({ ...context, transaction, workspace, actor }, principal.user, name, steps, listener);
  });
}

/** A copy of the draft, with an address and protections of its own, belonging to the editor. */
export function duplicateWorkflow(editor: Editor, id: WorkflowId, name: string): Promise<WorkflowId> {
  return withDraft(editor, id, 'workflows.view', async (change, { draft }) => {
    const { workspace, user } = editor.principal;
    // Without its key and secret: whoever knows those of the one must not know those of the other.
    const shown = await showListener(change.transaction, workspace, id, change.key);
    const {
      url: _,
      isSwitchedOn: __,
      refused: ___,
      ...settings
    } = shown ?? { url: '', isSwitchedOn: false, refused: [] };
    return insertDraft(change, user, name, draft.steps, settings);
  });
}

async function insertDraft(
  change: Change,
  owner: Workflow['owner'],
  name: string,
  steps: readonly unknown[],
  listener: WantedSettings,
): Promise<WorkflowId> {
  await requireFreeName(change, name);
  const made = { name, owner, enabled: false, publishedVersion: 0 };
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
