import type { WorkflowId, WorkspaceId } from '../../lib/ids.ts';
import type { Context } from '../context/index.ts';
import type { RunTrialIn } from '../runs/index.ts';
import {
  checkWorkflow,
  type Editor,
  noteTrial,
  requireDraft,
  requireRevision,
  withDraft,
} from '../workflows/index.ts';
import { type ShadowPage, type ShadowParams, shadowDraft } from './shadow-draft.ts';

/** How many requests are compared in one call. */
export const maxShadowed = 100;

/** Returns a comparison as REST, the console and the command show it (spec/shadow §4.1). */
const showShadow = ({ runs, ...counts }: ShadowPage) => ({
  ...counts,
  runs: runs.map(({ run, acceptedAt, ...shadowed }) => ({
    run_id: run,
    accepted_at: acceptedAt.toISOString(),
    ...shadowed,
  })),
});

export type ShownShadow = ReturnType<typeof showShadow>;

/** Compares the draft with the published version, for a user who can edit the workflow (spec/shadow §4.1). */
export async function shadowAs(
  runTrialIn: RunTrialIn,
  editor: Editor,
  id: WorkflowId,
  { revision, ...params }: ShadowParams & { readonly revision?: number | undefined },
): Promise<ShownShadow> {
  const { context, principal } = editor;
  const open = await withDraft(editor, id, 'workflows.edit', async (_, found) => found);
  if (revision !== undefined) requireRevision(open.draft, revision);
  const checked = checkWorkflow(open.draft.steps);
  if (checked.ok && params.before === null) await noteTrial(editor, open.workflow, checked.workflow);
  const tools = { context, runTrialIn, workspace: principal.workspace.id };
  return showShadow(await shadowDraft(tools, open, params));
}

/** Like `shadowAs`, for an operator. */
export const shadowByOperator = async (
  runTrialIn: RunTrialIn,
  context: Context,
  workspace: WorkspaceId,
  name: string,
  params: ShadowParams,
): Promise<ShownShadow> => {
  const open = await requireDraft(context, workspace, name);
  return showShadow(await shadowDraft({ context, runTrialIn, workspace }, open, params));
};
