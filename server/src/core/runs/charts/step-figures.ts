import { firstUuid7 } from '../../../lib/crypto/uuid7.ts';
import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { findWorkflow } from '../../workflows/index.ts';
import { countRunsSince, type StepFigures, selectStepFigures } from './step-figures-store.ts';

const dayMs = 86_400_000;
/** With more runs or steps, only the newest are read, so the query stays cheap. */
const maxRuns = 1_000;
const maxSteps = 100_000;

export interface WorkflowFigures {
  /** The number of runs that the figures cover. */
  readonly runs: number;
  /** Whether there were more runs or steps than could be read. */
  readonly isCut: boolean;
  readonly steps: readonly StepFigures[];
}

/** Returns figures for each step of a workflow: of one run, or of the runs accepted in the last 24 hours. */
export const viewStepFigures = (
  { db, clock }: Context,
  principal: Principal,
  id: WorkflowId,
  run: RunId | undefined,
): Promise<WorkflowFigures> =>
  db.read(principal.workspace.id, async (transaction) => {
    const workspace = principal.workspace.id;
    const { id: workflow } = await findWorkflow(transaction, principal, id, 'runs.view');
    const first = run ?? (firstUuid7(clock.now().getTime() - dayMs) as RunId);
    const scope = { workflow, first, run: run ?? null, maxRuns, maxSteps };
    const [steps, counted] = await Promise.all([
      selectStepFigures(transaction, workspace, scope),
      run === undefined ? countRunsSince(transaction, workspace, scope, maxRuns + 1) : 1,
    ]);
    const executed = steps.reduce((sum, { count }) => sum + count, 0);
    return { runs: Math.min(counted, maxRuns), isCut: counted > maxRuns || executed >= maxSteps, steps };
  });
