import type { Actor } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { disableWebhook } from '../manage/disable-webhook.ts';
import { selectWebhook } from '../manage/webhook-store.ts';
import {
  type ClaimedDelivery,
  clearFailing,
  type DueDelivery,
  markFailing,
  type NextState,
  updateAttempted,
} from './claim-store.ts';
import { testEventType } from './delivery.ts';
import { planNextAttempt } from './retry-plan.ts';
import { type AttemptResult, isSuccess } from './send-attempt.ts';

/** The status of a server that wants no more deliveries (spec/events §4.4). */
const gone = 410;

/** Workers act for no user. */
export const workerActor: Actor = { user: null, means: { type: 'command', name: 'work' }, origin: null };

const ended = (status: 'succeeded' | 'failed'): NextState => ({ status, nextAttemptAt: null });

/** Records an attempt, and what it says about the webhook. A test event says nothing (spec/events §4.6). */
export async function recordAttempt(
  context: Context,
  claimed: ClaimedDelivery,
  delivery: DueDelivery,
  result: AttemptResult,
): Promise<void> {
  const { attempt } = result;
  const isTest = delivery.type === testEventType;
  await context.db.write(claimed.workspace, async (transaction) => {
    if (isSuccess(attempt.status)) {
      if (!isTest) await clearFailing(transaction, claimed);
      await updateAttempted(transaction, claimed, attempt, ended('succeeded'));
      return;
    }
    // Always lock the webhook before its deliveries, as disabling it does. The opposite order could deadlock.
    const webhook = await selectWebhook(transaction, claimed.workspace, claimed.webhook);
    const next = isTest || attempt.status === gone ? ended('failed') : nextState(context, delivery, result);
    const isRecorded = await updateAttempted(transaction, claimed, attempt, next);
    if (!webhook?.active || !isRecorded || isTest) return;
    await markFailing(transaction, claimed, attempt.at);
    if (attempt.status !== gone) return;
    const change = { ...context, transaction, workspace: claimed.workspace, actor: workerActor };
    await disableWebhook(change, claimed.webhook, 'gone');
  });
}

function nextState(
  { clock }: Context,
  delivery: DueDelivery,
  { attempt, retryAfterMs }: AttemptResult,
): NextState {
  const at = planNextAttempt({
    firstAttemptAt: delivery.firstAttemptAt ?? new Date(attempt.at),
    failed: delivery.attempts + 1,
    retryAfterMs,
    now: clock.now(),
    random: Math.random,
  });
  return at ? { status: 'pending', nextAttemptAt: at } : ended('failed');
}
