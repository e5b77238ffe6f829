import type { UserId } from '../../lib/ids.ts';
import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { demoEmails, demoWorkflowNames } from '../demo/index.ts';
import type { Progress } from './progress.ts';
import { selectFailing, selectProgress } from './progress-store.ts';

const maxFailing = 10;

/**
 * Returns the owner whose workflows a user can see: null if the user can see everyone's, undefined if none.
 */
function ownerShown(principal: Principal): UserId | null | undefined {
  const reach = reachOf(principal, 'workflows.view');
  if (reach === 'none') return undefined;
  return reach === 'own' ? principal.user.id : null;
}

export interface Home {
  /** What a new workspace still lacks. Contains only whether records exist, and where to continue. */
  readonly progress: Progress;
  /** Failing workflows that the user can see. */
  readonly failing: Awaited<ReturnType<typeof selectFailing>>;
}

export function readHome({ db }: Context, principal: Principal): Promise<Home> {
  const { workspace, user } = principal;
  const owner = ownerShown(principal);
  const asked = {
    workspace: workspace.id,
    user: user.id,
    owner: owner ?? null,
    demoWorkflows: demoWorkflowNames,
    demoEmails,
  };
  return db.read(workspace.id, async (transaction) => {
    const [progress, failing] = await Promise.all([
      selectProgress(transaction, asked),
      owner === undefined ? [] : selectFailing(transaction, workspace.id, owner, maxFailing),
    ]);
    return { progress: owner === undefined ? { ...progress, workflow: null } : progress, failing };
  });
}
