import { createVersionedCache } from '../../../lib/cache/versioned-cache.ts';
import { fault } from '../../../lib/errors.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { selectVersionSteps } from '../workflow-store.ts';
import { compileWorkflow } from './compile-workflow.ts';
import type { CompiledWorkflow } from './compiled-step.ts';

/** Published versions never change (spec/runs §1.1), so they can be cached indefinitely. */
const remembered = createVersionedCache<CompiledWorkflow | null>(1_000);

/** Loads a published version, ready to run. Returns null if its workflow was deleted. */
export function loadVersion(
  { db }: Context,
  workspace: WorkspaceId,
  workflow: WorkflowId,
  version: number,
): Promise<CompiledWorkflow | null> {
  return remembered.load(db, `${workspace}/${workflow}/${version}`, async () => {
    const source = await db.read(workspace, (transaction) =>
      selectVersionSteps(transaction, workspace, workflow, version),
    );
    if (source === undefined) return null;
    const checked = compileWorkflow(JSON.parse(source));
    if (checked.ok) return checked.workflow;
    const problem = checked.problems[0]?.message ?? "can't be read";
    throw fault('version_unreadable', `Version ${version} of workflow ${workflow}: ${problem}`);
  });
}
