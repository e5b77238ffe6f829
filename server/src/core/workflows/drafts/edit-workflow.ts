import { conflict } from '../../../lib/errors.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import { type Act, type Principal, requireUnlimited } from '../../access/index.ts';
import { type Actor, type Change, changedValues, makeChange, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { checkSteps } from '../compile/check-steps.ts';
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

/** Locks a workflow, if the user has permission for it. */
export async function openDraft(
  { transaction, workspace }: Change,
  principal: Principal,
  id: WorkflowId,
  act: Act,
): Promise<OpenDraft> {
  await findWorkflow(transaction, principal, id, act);
  const workflow = await selectForChange(transaction, workspace, id);
  if (!workflow) throw conflict('workflow_gone', 'Another user just deleted this workflow.');
  return { workflow, draft: await draftOf(transaction, workspace, workflow) };
}

/** Runs `work` with a locked workflow, if the editor has permission for it. */
export const withDraft = <T>(
  { context, principal, actor }: Editor,
  id: WorkflowId,
  act: Act,
  work: (change: Change, open: OpenDraft) => Promise<T>,
): Promise<T> =>
  makeChange(context, principal.workspace.id, actor, async (change) =>
    work(change, await openDraft(change, principal, id, act)),
  );

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

/** Publishes the draft. `seen` is what the editor was looking at: a newer draft or version is a conflict. */
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
    return publishOpen(change, editor.principal, open, { switchOn });
  });
}

/**
 * Publishes the draft of a locked workflow as the next version. New requests use it as soon as the transaction
 * commits; runs that have started keep their version.
 */
export async function publishOpen(
  change: Change,
  principal: Principal,
  { workflow, draft }: OpenDraft,
  { switchOn }: { switchOn: boolean },
): Promise<number> {
  requireUnlimited(principal, 'publish workflows');
  const published = {
    ...workflow,
    publishedVersion: workflow.publishedVersion + 1,
    enabled: workflow.enabled || switchOn,
  };
  const unknown = await findUnknownNamesAs(principal, change, draft.steps);
  const problems = [...checkSteps(draft.steps), ...unknown];
  if (problems.length > 0) throw stepsRefused(problems);
  await publishSteps(change, published, draft.steps);
  await updateWorkflow(change.transaction, change.workspace, published);
  const now = { ...published, steps: JSON.stringify(draft.steps) };
  await writeDraft(change, { workflow: now, draft }, draft.steps, published.publishedVersion);
  const changed = changedValues(auditedWorkflow(workflow), auditedWorkflow(published));
  const subject = { type: 'workflow', id: workflow.id, name: workflow.name } as const;
  if (changed) await recordAudit(change, { action: 'changed', subject, ...changed });
  return published.publishedVersion;
}

/** Deletes a workflow with its listener and versions, if the editor has permission. */
export const deleteWorkflowAs = ({ context, principal, actor }: Editor, id: WorkflowId): Promise<void> =>
  makeChange(context, principal.workspace.id, actor, (change) => removeWorkflowAs(change, principal, id));

/** Like `deleteWorkflowAs`, as part of a change. */
export async function removeWorkflowAs(change: Change, principal: Principal, id: WorkflowId): Promise<void> {
  await openDraft(change, principal, id, 'workflows.delete');
  await removeWorkflow(change, id);
}
