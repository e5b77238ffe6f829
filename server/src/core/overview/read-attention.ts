import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { spanUntil } from '../runs/index.ts';
import {
  type FailingWebhook,
  type FailingWorkflow,
  type RejectedRequests,
  selectFailing,
  selectFailingWebhooks,
  selectRejected,
} from './attention-store.ts';

const maxFailing = 5;
const maxFailedRuns = 1_000;
const maxRejected = 5;
const maxWebhooks = 5;

/** What someone should look at. */
export interface Attention {
  readonly failing: readonly FailingWorkflow[];
  readonly rejected: readonly RejectedRequests[];
  /** Empty for users who can't manage webhooks. */
  readonly webhooks: readonly FailingWebhook[];
}

/** Returns what needs attention in the workflows and event webhooks that a user can see. */
export function readAttention({ db, clock }: Context, principal: Principal): Promise<Attention> {
  const workspace = principal.workspace.id;
  const owner = reachOf(principal, 'workflows.view') === 'own' ? principal.user.id : null;
  const managesWebhooks = reachOf(principal, 'webhooks.manage') !== 'none';
  const { since } = spanUntil('day', clock.now());
  const scope = { since, owner };
  return db.read(workspace, async (transaction) => {
    const [failing, rejected, webhooks] = await Promise.all([
      selectFailing(transaction, workspace, scope, { most: maxFailing, maxRuns: maxFailedRuns }),
      selectRejected(transaction, workspace, scope, maxRejected),
      managesWebhooks ? selectFailingWebhooks(transaction, workspace, maxWebhooks) : [],
    ]);
    return { failing, rejected, webhooks };
  });
}
