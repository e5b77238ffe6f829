import { HarkError } from '../../../lib/errors.ts';
import type { Act, Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { type Listener, selectListener } from '../../listeners/index.ts';
import { findWorkflow, type WorkflowName } from '../read-workflows.ts';
import type { WorkflowSummary } from '../workflow-list-store.ts';

/** The listener of a workflow as it is stored, for an act that the user may do to the workflow. */
export function openListener(
  { db, key }: Context,
  principal: Principal,
  workflow: WorkflowName,
  act: Act,
): Promise<{ workflow: WorkflowSummary; listener: Listener }> {
  const workspace = principal.workspace.id;
  return db.read(workspace, async (transaction) => {
    const found = await findWorkflow(transaction, principal, workflow, act);
    const listener = await selectListener(transaction, workspace, found.id, key);
    if (!listener) throw noListener();
    return { workflow: found, listener };
  });
}

export const noListener = () => new HarkError('not-found', 'no_listener', 'This workflow has no listener.');
