import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Mailer } from '../../../lib/mail.ts';
import { oneLine } from '../../../lib/one-line.ts';
import type { Context } from '../../context/index.ts';
import {
  claimDisabledNews,
  type DisabledNews,
  releaseDisabledNews,
  selectDisabledUntold,
  type WebhookAddress,
} from './disabled-store.ts';

const maxAtOnce = 100;

/** A disabled webhook, and the outcome of notifying the administrators. */
export interface NotifiedWebhook extends WebhookAddress {
  readonly outcome: 'told' | 'no mail server' | 'later' | 'refused';
  readonly reason?: string;
}

/**
 * Notifies the active administrators of webhooks that Hark disabled (spec/events §4.4). Safe to run in several
 * processes. Emails that failed temporarily are sent again.
 */
export async function notifyDisabled(
  upkeep: UpkeepDatabase,
  context: Pick<Context, 'db' | 'clock'>,
  mailer: Mailer | undefined,
): Promise<NotifiedWebhook[]> {
  const notified: NotifiedWebhook[] = [];
  for (const address of await upkeep.run((transaction) => selectDisabledUntold(transaction, maxAtOnce))) {
    const claimedAt = context.clock.now();
    const news = await context.db.write(address.workspace, (transaction) =>
      claimDisabledNews(transaction, address, claimedAt),
    );
    if (!news) continue;
    if (!mailer) notified.push({ ...address, outcome: 'no mail server' });
    else notified.push(await send(context, mailer, address, news, claimedAt));
  }
  return notified;
}

async function send(
  { db }: Pick<Context, 'db'>,
  mailer: Mailer,
  address: WebhookAddress,
  news: DisabledNews,
  claimedAt: Date,
): Promise<NotifiedWebhook> {
  const { workspace, webhook } = address;
  const since = news.failing_since?.getTime() ?? 0;
  let refused: string | undefined;
  for (const { name, email } of news.recipients) {
    try {
      // The ID is the same for every attempt, so mail programs drop duplicates.
      const id = `webhook.${workspace}.${webhook}.${since}`;
      await mailer.send({ to: email, ...write(news, name), id });
    } catch (error) {
      const reason = messageOf(error);
      if ((error as { isTemporary?: unknown }).isTemporary === false) {
        refused = reason;
        continue;
      }
      await db.write(workspace, (transaction) => releaseDisabledNews(transaction, address, claimedAt));
      return { ...address, outcome: 'later', reason };
    }
  }
  return refused === undefined
    ? { ...address, outcome: 'told' }
    : { ...address, outcome: 'refused', reason: refused };
}

function write({ name, url, reason, failing_since, base_url }: DisabledNews, recipient: string) {
  const why =
    reason === 'gone'
      ? 'its server returned 410 Gone, which means that it wants no more deliveries'
      : `all attempts have failed since ${failing_since?.toISOString()}`;
  return {
    subject: `The webhook "${name}" was disabled`,
    text: [
      `Hello ${oneLine(recipient)},`,
      '',
      `Hark disabled the webhook "${oneLine(name)}" of ${base_url}, because ${why}.`,
      '',
      `URL: ${oneLine(url)}`,
      '',
      "Pending deliveries have ended, and new events aren't sent. Fix the server, enable the webhook again, and replay the events that it missed.",
    ].join('\n'),
  };
}
