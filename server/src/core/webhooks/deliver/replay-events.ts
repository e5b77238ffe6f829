import { z } from 'zod';
import { conflict, invalid, invalidField, notFound } from '../../../lib/errors.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { readBody } from '../../../lib/read-body.ts';
import { type Change, recordAudit } from '../../audit/index.ts';
import { openPresenter } from '../../event-feed/index.ts';
import { selectEvent, selectPeriod } from '../../events/index.ts';
import { requireWebhook } from '../manage/save-webhook.ts';
import type { Webhook } from '../webhook.ts';
import { contentOf } from './delivery.ts';
import { insertDeliveries, selectBaseUrl } from './delivery-store.ts';
import { isWanted } from './queue-deliveries.ts';

const maxReplayed = 10_000;
const batchSize = 500;

/** Which events to send again: one event, or those of a period. */
export type WantedReplay =
  | { readonly eventId: string }
  | { readonly from: Date; readonly to: Date | undefined };

const replaySchema = z.strictObject({
  event_id: z.unknown().optional(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});

/** Reads the body of a replay (spec/events §4.6). */
export function readReplay(body: unknown): WantedReplay {
  const { event_id, from, to } = readBody(replaySchema, body);
  if ((event_id === undefined) === (from === undefined))
    throw invalid('bad_replay', 'Send either event_id or from.');
  if (event_id !== undefined) {
    if (typeof event_id !== 'string') throw invalidField('invalid_value', 'event_id', 'must be text.');
    return { eventId: event_id };
  }
  return { from: readMoment('from', from), to: to === undefined ? undefined : readMoment('to', to) };
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function readMoment(name: string, value: unknown): Date {
  const time = new Date(typeof value === 'string' && moment.test(value) ? value : Number.NaN);
  if (Number.isNaN(time.getTime()))
    throw invalidField('invalid_value', name, 'must be a time such as 2026-11-30T12:00:00Z.');
  return time;
}

/** Sends events to a webhook again. @returns how many deliveries were created */
export async function replayEvents(change: Change, id: WebhookId, wanted: WantedReplay): Promise<number> {
  const webhook = await requireWebhook(change, id);
  if (!webhook.active)
    throw conflict('webhook_disabled', 'This webhook is switched off. Switch it on first.');
  const replayed =
    'eventId' in wanted
      ? await replayOne(change, webhook, wanted.eventId)
      : await replayPeriod(change, webhook, wanted);
  await recordAudit(change, {
    action: 'events replayed',
    subject: { type: 'webhook', id, name: webhook.name },
    old: {},
    new: { ...wanted, events: replayed },
  });
  return replayed;
}

async function replayOne(
  { transaction, workspace, clock }: Change,
  { id }: Webhook,
  eventId: string,
): Promise<number> {
  const [, uid] = /^evt_([0-9a-f]{32})$/.exec(eventId) ?? [];
  const stored = uid === undefined ? undefined : await selectEvent(transaction, workspace, uid);
  if (!stored) throw notFound();
  const { show } = await openPresenter(transaction, workspace);
  const content = contentOf(show(stored), await selectBaseUrl(transaction, workspace));
  await insertDeliveries(transaction, workspace, [{ ...content, webhook: id }], clock.now());
  return 1;
}

/** Sends the events of a period that match the webhook, oldest first, in batches that fit into memory. */
async function replayPeriod(
  { transaction, workspace, clock }: Change,
  webhook: Webhook,
  { from, to = clock.now() }: Extract<WantedReplay, { from: Date }>,
): Promise<number> {
  const { show, isMatch } = await openPresenter(transaction, workspace);
  const baseUrl = await selectBaseUrl(transaction, workspace);
  const period = { types: webhook.types, from, to };
  let replayed = 0;
  for (let after = 0, count = batchSize; count === batchSize && replayed < maxReplayed; ) {
    const stored = await selectPeriod(transaction, workspace, period, after, batchSize);
    const deliveries = stored
      .map(show)
      .filter((event) => isWanted(webhook, event, isMatch))
      .slice(0, maxReplayed - replayed)
      .map((event) => ({ ...contentOf(event, baseUrl), webhook: webhook.id }));
    await insertDeliveries(transaction, workspace, deliveries, clock.now());
    replayed += deliveries.length;
    count = stored.length;
    after = stored.at(-1)?.id ?? after;
  }
  return replayed;
}
