import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { type ShownListener, showListener } from '../../listeners/index.ts';
import { findWorkflow, type WorkflowName } from '../read-workflows.ts';
import { noListener } from './open-listener.ts';

/**
 * The listener of a workflow, for users who can see the workflow and its rejected requests
 * (spec/rest-api §7.2).
 */
export function describeListener(
  { db, key }: Context,
  principal: Principal,
  workflow: WorkflowName,
): Promise<{ workflow: { id: number; name: string }; listener: ShownListener }> {
  const { workspace } = principal;
  return db.read(workspace.id, async (transaction) => {
    const { id, name } = await findWorkflow(transaction, principal, workflow, 'listeners.inspect_requests');
    const listener = await showListener(transaction, workspace, id, key);
    if (!listener) throw noListener();
    return { workflow: { id, name }, listener };
  });
}
