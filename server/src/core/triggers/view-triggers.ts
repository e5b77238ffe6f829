import type { WorkflowId } from '../../lib/ids.ts';
import { may, type Principal } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { findWorkflow } from '../workflows/index.ts';
import { type ShownTrigger, showTrigger } from './definition/save-triggers.ts';
import { selectTriggers } from './definition/trigger-store.ts';

/** Returns a workflow's triggers to a user who can view it, and whether the user can edit them or start it now. */
export function viewTriggers(
  { db, clock }: Context,
  principal: Principal,
  id: WorkflowId,
): Promise<{ triggers: ShownTrigger[]; mayEdit: boolean; mayStart: boolean }> {
  const workspace = principal.workspace.id;
  return db.read(workspace, async (transaction) => {
    const { owner, isSwitchedOn } = await findWorkflow(transaction, principal, id, 'workflows.view');
    const stored = await selectTriggers(transaction, workspace, id);
    return {
      triggers: stored.map(({ trigger }) => showTrigger(trigger, clock.now())),
      mayEdit: may(principal, 'workflows.edit', owner.id),
      mayStart: isSwitchedOn && may(principal, 'runs.start', owner.id),
    };
  });
}
