import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { spanUntil } from '../runs/index.ts';
import {
  type FailingWorkflow,
  type RejectedRequests,
  selectFailing,
  selectRejected,
} from './attention-store.ts';

const maxFailing = 5;
const maxFailedRuns = 1_000;
const maxRejected = 5;

/** What someone should look at. */
export interface Attention {
  readonly failing: readonly FailingWorkflow[];
  readonly rejected: readonly RejectedRequests[];
}

/** Returns what needs attention in the workflows that a user can see. */
export function readAttention({ db, clock }: Context, principal: Principal): Promise<Attention> {
  const workspace = principal.workspace.id;
  const owner = reachOf(principal, 'workflows.view') === 'own' ? principal.user.id : null;
  const { since } = spanUntil('day', clock.now());
  const scope = { since, owner };
  return db.read(workspace, async (transaction) => {
    const [failing, rejected] = await Promise.all([
      selectFailing(transaction, workspace, scope, { most: maxFailing, maxRuns: maxFailedRuns }),
      selectRejected(transaction, workspace, scope, maxRejected),
    ]);
    return { failing, rejected };
  });
}
