import { conflict } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findWorkflow, type WorkflowName } from '../workflows/index.ts';
import type { RunDispatch } from './run-engine.ts';
import { insertStartedByHand } from './start-store.ts';
import { startedInput } from './started-input.ts';

/**
 * Starts a workflow by hand, for a user who may (decisions 6.5: who may edit it). The run acts as the workflow's owner, like
 * every other; `data` is what it reads as `__data`. Durable when this returns.
 */
export async function startRunAs(
  { db, clock }: Context,
  { dispatch, runsInFlight }: { dispatch: RunDispatch; runsInFlight: number },
  principal: Principal,
  workflow: WorkflowName,
  data: Readonly<Record<string, unknown>>,
): Promise<{ run: RunId; workflow: string }> {
  const workspace = principal.workspace.id;
  const input = startedInput(data);
  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  const isSent = dispatch.claim(workspace, runsInFlight);
  const name = await db.withWorkspace(workspace, async (transaction) => {
    const found = await findWorkflow(principal, workflow, 'runs.start')(transaction);
    const run = { id, workflow: found.id, input, now, isSent };
    if (!(await insertStartedByHand(transaction, workspace, run))) {
      throw conflict('workflow_off', `"${found.name}" is switched off, or its owner is. Switch it on first.`);
    }
    return found.name;
  });
  if (isSent) dispatch.start({ workspace, run: id, fence: 0 });
  return { run: id, workflow: name };
}
