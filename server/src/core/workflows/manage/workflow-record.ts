import type { WorkflowId } from '../../../lib/ids.ts';
import type { Change } from '../../audit/index.ts';
import { type ShownListener, showListener } from '../../listeners/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { draftOf } from '../drafts/draft.ts';
import { noWorkflow } from '../read-workflows.ts';
import { selectSummary, type WorkflowSummary } from '../workflow-list-store.ts';
import { selectWorkflow } from '../workflow-store.ts';

/** The fields of a workflow in a list of the REST API (spec/rest-api §12.1). */
export const listedWorkflowFields = [
  'id',
  'name',
  'owner',
  'enabled',
  'version',
  'published_at',
  'has_draft',
] as const;

/** The fields of a single workflow. */
export const workflowFields = [...listedWorkflowFields, 'steps', 'draft', 'listener'] as const;

export const showSummary = ({ id, name, owner, enabled, version, publishedAt, hasDraft }: WorkflowSummary) =>
  ({
    id,
    name,
    owner,
    enabled,
    version,
    published_at: publishedAt?.toISOString() ?? null,
    has_draft: hasDraft,
  }) satisfies Record<(typeof listedWorkflowFields)[number], unknown>;

export type WorkflowRecord = Record<(typeof workflowFields)[number], unknown>;

/** Returns a workflow with its published steps, its draft and its listener. The caller has checked the permission. */
export async function readRecord(
  { transaction, key }: Pick<Change, 'transaction' | 'key'>,
  workspace: Workspace,
  id: WorkflowId,
): Promise<WorkflowRecord> {
  const [summary, stored, listener] = await Promise.all([
    selectSummary(transaction, workspace.id, id),
    selectWorkflow(transaction, workspace.id, id),
    showListener(transaction, workspace, id, key),
  ]);
  if (!summary || !stored) throw noWorkflow();
  const { isChanged, revision, steps } = await draftOf(transaction, workspace.id, stored);
  return {
    ...showSummary(summary),
    steps: JSON.parse(stored.steps) as unknown,
    draft: isChanged ? { revision, steps } : null,
    listener: listener ? showSettings(listener) : null,
  };
}

const showSettings = ({ url, isSwitchedOn: _, refused: __, ...settings }: ShownListener) => ({
  url,
  ...settings,
});
