import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import {
  type FailingWorkflow,
  type RejectedRequests,
  selectFailing,
  selectRejected,
} from './attention-store.ts';

const maxFailing = 5;
const maxFailedRuns = 1_000;
const maxRejected = 5;
/** Fewer rejections for one reason usually come from trying out the listener. */
const minRejections = 3;
const dayMs = 86_400_000;

/** What someone should look at. */
export interface Attention {
  readonly failing: readonly FailingWorkflow[];
  readonly rejected: readonly RejectedRequests[];
}

/** Returns what needs attention in the workflows that a user can see. */
export function readAttention({ db, clock }: Context, principal: Principal): Promise<Attention> {
  const workspace = principal.workspace.id;
  const owner = reachOf(principal, 'workflows.view') === 'own' ? principal.user.id : null;
  const since = new Date(clock.now().getTime() - dayMs);
  return db.read(workspace, async (transaction) => {
    const [failing, rejected] = await Promise.all([
      selectFailing(transaction, workspace, owner, { most: maxFailing, maxRuns: maxFailedRuns }),
      selectRejected(transaction, workspace, owner, { since, least: minRejections, most: maxRejected }),
    ]);
    return { failing, rejected };
  });
}
