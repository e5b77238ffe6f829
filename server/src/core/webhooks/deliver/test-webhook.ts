import { uuid7 } from '../../../lib/crypto/uuid7.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import type { Change } from '../../audit/index.ts';
import { envelopeOf } from '../../event-feed/index.ts';
import { requireWebhook } from '../manage/save-webhook.ts';
import { testEventType } from './delivery.ts';
import { insertDeliveries, selectBaseUrl } from './delivery-store.ts';

/** Queues an event that tests a webhook. It isn't in the feed, and is sent once (spec/events §4.6). @returns the delivery's ID */
export async function testWebhook(change: Change, id: WebhookId): Promise<number> {
  const { transaction, workspace, clock } = change;
  await requireWebhook(change, id);
  const now = clock.now();
  const event = { uid: uuid7(now.getTime()), type: testEventType, at: now, data: {} };
  const body = JSON.stringify(envelopeOf(event, await selectBaseUrl(transaction, workspace)));
  const delivery = {
    webhook: id,
    uid: event.uid,
    type: testEventType,
    body,
    depth: 0,
    lead: null,
    run: null,
  };
  const [inserted = 0] = await insertDeliveries(transaction, workspace, [delivery], now);
  return inserted;
}
