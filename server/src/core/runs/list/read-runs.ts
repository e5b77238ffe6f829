import { HarkError } from '../../../lib/errors.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { parseExactJson } from '../../../lib/json.ts';
import type { Context } from '../../context/index.ts';
import { loadSecrets } from '../../secrets/index.ts';
import { countInFlight } from '../dispatch/in-flight-store.ts';
import { selectRun } from '../execution/execution-store.ts';
import { type StepRow, selectRunSteps } from '../execution/step-store.ts';
import { readAttempts } from '../model/step-attempt.ts';
import { type RunSummary, selectActivity, selectRunDetail } from './activity-store.ts';

/** Returns the newest runs of a workflow, or of the whole workspace. */
export const listRuns = (
  { db }: Context,
  workspace: WorkspaceId,
  workflow: WorkflowId | undefined,
  most: number,
): Promise<{ total: number; runs: RunSummary[] }> =>
  db.read(workspace, (transaction) => selectActivity(transaction, workspace, workflow, most));

/** Returns a run with its steps. Secrets are hidden wherever they appear (spec/runs §3.4). */
export async function readRun(context: Context, workspace: WorkspaceId, run: RunId) {
  const [detail, loaded, steps] = await context.db.read(workspace, (transaction) =>
    Promise.all([
      selectRunDetail(transaction, workspace, run),
      selectRun(transaction, { workspace, run }),
      selectRunSteps(transaction, { workspace, run }),
    ]),
  );
  if (!detail || !loaded)
    throw new HarkError('not-found', 'unknown_run', `There is no run ${run} in this workspace.`);
  const { mask } = await loadSecrets(context, workspace, loaded.versions.values);
  return {
    ...detail,
    input: parseExactJson(mask(detail.input)),
    result: detail.result === null ? null : (JSON.parse(detail.result) as unknown),
    steps: steps.map(({ sealedOutput: _, errorCode: __, isHandled, input, output, ...step }: StepRow) => ({
      ...step,
      handled: isHandled,
      input: input === null ? null : (JSON.parse(input) as unknown),
      output: output === null ? null : (JSON.parse(output) as unknown),
      attempts: readAttempts(step),
    })),
  };
}

export const readInFlight = ({ db }: Context, workspace: WorkspaceId) =>
  db.read(workspace, (transaction) => countInFlight(transaction, workspace));
