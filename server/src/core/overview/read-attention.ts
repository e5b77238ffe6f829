import { type Principal, reachOf } from '../access/index.ts';
import type { Context } from '../context/index.ts';
import { spanUntil } from '../runs/index.ts';
import {
  type ExpiringClient,
  type FailingWebhook,
  type FailingWorkflow,
  type RejectedRequests,
  selectExpiringClients,
  selectFailing,
  selectFailingWebhooks,
  selectRejected,
} from './attention-store.ts';

const maxFailing = 5;
const maxFailedRuns = 1_000;
const maxRejected = 5;
const maxWebhooks = 5;
const maxClients = 5;
/** How long before its expiry an API client is listed. */
const expiringMs = 7 * 24 * 3_600_000;

/** What someone should look at. */
export interface Attention {
  readonly failing: readonly FailingWorkflow[];
  readonly rejected: readonly RejectedRequests[];
  /** Empty for users who can't manage webhooks. */
  readonly webhooks: readonly FailingWebhook[];
  /** The user's own. */
  readonly clients: readonly ExpiringClient[];
}

/** Returns what needs attention in the workflows and event webhooks that a user can see, and in the user's API clients. */
export function readAttention({ db, clock }: Context, principal: Principal): Promise<Attention> {
  const workspace = principal.workspace.id;
  const owner = reachOf(principal, 'workflows.view') === 'own' ? principal.user.id : null;
  const managesWebhooks = reachOf(principal, 'webhooks.manage') !== 'none';
  const now = clock.now();
  const { since } = spanUntil('day', now);
  const expiringBefore = new Date(now.getTime() + expiringMs);
  const scope = { since, owner };
  return db.read(workspace, async (transaction) => {
    const [failing, rejected, webhooks, clients] = await Promise.all([
      selectFailing(transaction, workspace, scope, { most: maxFailing, maxRuns: maxFailedRuns }),
      selectRejected(transaction, workspace, scope, maxRejected),
      managesWebhooks ? selectFailingWebhooks(transaction, workspace, maxWebhooks) : [],
      selectExpiringClients(transaction, workspace, principal.user.id, expiringBefore, maxClients),
    ]);
    return { failing, rejected, webhooks, clients };
  });
}
