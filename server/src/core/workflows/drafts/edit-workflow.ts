import { conflict, invalid } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import type { Act, Principal } from '../../access/index.ts';
import { type Actor, type Change, changedValues, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { findUnknownNamesAs } from '../compile/unknown-names.ts';
import { findWorkflow } from '../read-workflows.ts';
import { removeWorkflow } from '../save-workflow.ts';
import { auditedWorkflow } from '../workflow.ts';
import { selectForChange, updateWorkflow } from '../workflow-store.ts';
import { draftOf, type OpenDraft, requireRevision, writeDraft } from './draft.ts';
import { publishSteps, stepsRefused } from './publish-steps.ts';

export interface Editor {
  readonly context: Context;
  readonly principal: Principal;
  readonly actor: Actor;
}

/** The max size of a draft, far above the limit for a version's steps. */
const maxCharacters = 500_000;

/** Runs `work` with a locked workflow, if the editor has permission for it. */
export function withDraft<T>(
  { context, principal, actor }: Editor,
  id: WorkflowId,
  act: Act,
  work: (change: Change, open: OpenDraft) => Promise<T>,
): Promise<T> {
  const workspace = principal.workspace.id;
  return context.db.write(workspace, async (transaction) => {
    await findWorkflow(transaction, principal, id, act);
    const workflow = await selectForChange(transaction, workspace, id);
    if (!workflow) throw conflict('workflow_gone', 'Another user just deleted this workflow.');
    const draft = await draftOf(transaction, workspace, workflow);
    return work({ ...context, transaction, workspace, actor }, { workflow, draft });
  });
}

/**
 * Saves a draft, even if it has errors, because drafts don't run. `revision` is the one that the editor
 * started from.
 */
export function saveDraft(
  editor: Editor,
  id: WorkflowId,
  wanted: { revision: number; baseVersion: number; steps: readonly unknown[] },
): Promise<number> {
  return withDraft(editor, id, 'workflows.edit', (change, open) => {
    requireRevision(open.draft, wanted.revision);
    if (JSON.stringify(wanted.steps).length > maxCharacters) {
      throw invalid(
        'draft_too_long',
        `A draft can have at most ${maxCharacters} characters. Remove some steps.`,
      );
    }
    return writeDraft(
      change,
      open,
      wanted.steps,
      Math.min(wanted.baseVersion, open.workflow.publishedVersion),
    );
  });
}

export const discardDraft = (editor: Editor, id: WorkflowId, revision: number): Promise<number> =>
  withDraft(editor, id, 'workflows.edit', (change, open) => {
    requireRevision(open.draft, revision);
    return writeDraft(change, open, JSON.parse(open.workflow.steps), open.workflow.publishedVersion);
  });

/**
 * Publishes the draft as the next version. New requests use it as soon as the transaction commits; runs that
 * have started keep their version. `seen` is what the editor was looking at: a newer draft or version is a
 * conflict.
 */
export function publishDraft(
  editor: Editor,
  id: WorkflowId,
  seen: { revision: number; version: number },
  { switchOn }: { switchOn: boolean },
): Promise<number> {
  return withDraft(editor, id, 'workflows.edit', async (change, open) => {
    const { workflow, draft } = open;
    requireRevision(draft, seen.revision);
    if (workflow.publishedVersion !== seen.version) {
      throw conflict(
        'published_meanwhile',
        `Version ${workflow.publishedVersion} was published after you opened this workflow. Review its changes first.`,
      );
    }
    if (!draft.isChanged)
      throw conflict('nothing_to_publish', 'The draft is the same as the published version.');
    const published = {
      ...workflow,
      publishedVersion: workflow.publishedVersion + 1,
      enabled: workflow.enabled || switchOn,
    };
    const unknown = await findUnknownNamesAs(editor.principal, change, draft.steps);
    if (unknown.length > 0) throw stepsRefused(unknown);
    await publishSteps(change, published, draft.steps);
    await updateWorkflow(change.transaction, change.workspace, published);
    const now = { ...published, steps: JSON.stringify(draft.steps) };
    await writeDraft(change, { workflow: now, draft }, draft.steps, published.publishedVersion);
    const changed = changedValues(auditedWorkflow(workflow), auditedWorkflow(published));
    const subject = { type: 'workflow', id, name: workflow.name } as const;
    if (changed) await recordAudit(change, { action: 'changed', subject, ...changed });
    return published.publishedVersion;
  });
}

/** Deletes a workflow with its listener and versions, if the editor has permission. */
export const deleteWorkflowAs = (editor: Editor, id: WorkflowId): Promise<void> =>
  withDraft(editor, id, 'workflows.delete', (change) => removeWorkflow(change, id));
