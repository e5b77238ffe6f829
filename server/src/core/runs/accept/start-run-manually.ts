import type { RunId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { WorkflowName } from '../../workflows/index.ts';
import type { RunDispatch } from '../model/run-engine.ts';
import { startRun } from './start-run.ts';

/**
 * Starts a workflow manually, for users who can see and edit it (spec/rest-api §7.2). The run reads `data` as
 * `__data`. It is durable when this function returns.
 */
export async function startRunManually(
  { db, clock }: Context,
  { dispatch, runsInFlight }: { dispatch: RunDispatch; runsInFlight: number },
  principal: Principal,
  workflow: WorkflowName,
  data: Readonly<Record<string, unknown>>,
): Promise<{ run: RunId; workflow: string }> {
  const workspace = principal.workspace.id;
  const isSent = dispatch.claim(workspace, runsInFlight);
  const needs = ['workflows.view', 'runs.start'] as const;
  const started = await db.write(workspace, (transaction) =>
    startRun({ transaction, clock }, principal, { workflow, data, needs, isSent }),
  );
  if (isSent) dispatch.start({ workspace, run: started.run, fence: 0 });
  return started;
}
