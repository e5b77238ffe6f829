import type { UserId } from '../../lib/ids.ts';
import { type Principal, type Read, reachOf } from '../access/index.ts';
import { demoEmails, demoWorkflowNames } from '../demo/index.ts';
import type { Progress } from './progress.ts';
import { selectFailing, selectProgress } from './progress-store.ts';

const mostFailing = 10;

/** Null where a user may see the workflows of everybody; undefined where he may see none. */
function ownerShown(principal: Principal): UserId | null | undefined {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return undefined;
  return reach === 'own' ? principal.user.id : null;
}

/** What a new workspace still lacks: no record is shown, only whether there is one, and where to go on. */
export const readProgress =
  (principal: Principal): Read<Progress> =>
  async (transaction) => {
    const { workspace, user } = principal;
    const owner = ownerShown(principal);
    const progress = await selectProgress(transaction, {
      workspace: workspace.id,
      user: user.id,
      owner: owner ?? null,
      demoWorkflows: demoWorkflowNames,
      demoEmails,
    });
    return owner === undefined ? { ...progress, workflow: null } : progress;
  };

/** What needs a look now: the workflows that began to fail, of those that a user may see. */
export const listFailing =
  (principal: Principal): Read<Awaited<ReturnType<typeof selectFailing>>> =>
  async (transaction) => {
    const owner = ownerShown(principal);
    if (owner === undefined) return [];
    return selectFailing(transaction, principal.workspace.id, owner, mostFailing);
  };
