import { conflict, invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import type { Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findWorkflow, type WorkflowName } from '../workflows/index.ts';
import { runLimits } from './run.ts';
import type { RunDispatch } from './run-engine.ts';
import { insertStartedRun } from './start-run-store.ts';

/**
 * Starts a workflow by hand, for a user who may (decisions 6.5: who may edit it). The run acts as the workflow's owner, like
 * every other; `data` is what it reads as `__data`. Durable when this returns.
 */
export async function startRun(
  { db, clock }: Context,
  dispatch: RunDispatch,
  principal: Principal,
  workflow: WorkflowName,
  data: Readonly<Record<string, unknown>>,
): Promise<{ run: RunId; workflow: string }> {
  const workspace = principal.workspace.id;
  const input = inputOf(data);
  const now = clock.now();
  const id = uuid7(now.getTime()) as RunId;
  const isSent = dispatch.claim(workspace);
  const name = await db.withWorkspace(workspace, async (transaction) => {
    const found = await findWorkflow(principal, workflow, 'runs.start')(transaction);
    const run = { id, workflow: found.id, input, now, isSent };
    if (!(await insertStartedRun(transaction, workspace, run))) {
      throw conflict('workflow_off', `"${found.name}" is switched off, or its owner is. Switch it on first.`);
    }
    return found.name;
  });
  if (isSent) dispatch.start({ workspace, run: id, fence: 0 });
  return { run: id, workflow: name };
}

/** Names that begin with `__` are the service's, whoever sends them (decisions 3). There was no request: no headers. */
function inputOf(data: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(data).filter(([name]) => !name.startsWith('__'));
  const input = JSON.stringify({ ...Object.fromEntries(own), __headers: {} });
  if (Buffer.byteLength(input) <= runLimits.valueBytes) return input;
  throw invalid('input_too_large', 'data: at most 1 MiB can be given to a run.');
}
