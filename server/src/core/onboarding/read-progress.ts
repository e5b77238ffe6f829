import type { UserId } from '../../lib/ids.ts';
import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { demoEmails, demoWorkflowNames } from '../demo/index.ts';
import type { Progress } from './progress.ts';
import { selectProgress } from './progress-store.ts';

/**
 * Returns the owner whose workflows a user can see: null if the user can see everyone's, undefined if none.
 */
function ownerShown(principal: Principal): UserId | null | undefined {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return undefined;
  return reach === 'own' ? principal.user.id : null;
}

/** Returns what a new workspace still lacks: only whether records exist, and where to continue. */
export async function readProgress({ db }: Context, principal: Principal): Promise<Progress> {
  const { workspace, user } = principal;
  const owner = ownerShown(principal);
  const progress = await db.read(workspace.id, (transaction) =>
    selectProgress(transaction, {
      workspace: workspace.id,
      user: user.id,
      owner: owner ?? null,
      demoWorkflows: demoWorkflowNames,
      demoEmails,
    }),
  );
  return owner === undefined ? { ...progress, workflow: null } : progress;
}
