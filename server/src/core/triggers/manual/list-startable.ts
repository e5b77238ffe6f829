import { may, type Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { type ManualWorkflow, selectManual } from '../definition/trigger-store.ts';

/** Returns the enabled workflows with a manual trigger that a user can start, by name. */
export async function listStartable({ db }: Context, principal: Principal): Promise<ManualWorkflow[]> {
  const workspace = principal.workspace.id;
  const found = await db.read(workspace, (transaction) => selectManual(transaction, workspace));
  return found.filter(
    ({ owner }) => may(principal, 'workflows.view', owner) && may(principal, 'runs.start', owner),
  );
}
