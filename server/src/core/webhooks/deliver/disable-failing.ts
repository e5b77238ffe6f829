import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Context } from '../../context/index.ts';
import { disableWebhook } from '../manage/disable-webhook.ts';
import { lockFailing, selectFailing, type WebhookAddress } from './disabled-store.ts';
import { workerActor } from './record-attempt.ts';

/** How long all attempts must have failed before the webhook is disabled (spec/events §4.4). */
const maxFailingMs = 72 * 3_600_000;
const maxAtOnce = 100;

/** Disables webhooks whose attempts have all failed for 72 hours. @returns these webhooks */
export async function disableFailing(upkeep: UpkeepDatabase, context: Context): Promise<WebhookAddress[]> {
  const before = new Date(context.clock.now().getTime() - maxFailingMs);
  const disabled: WebhookAddress[] = [];
  for (const address of await upkeep.run((transaction) => selectFailing(transaction, before, maxAtOnce))) {
    const { workspace, webhook } = address;
    await context.db.write(workspace, async (transaction) => {
      if (!(await lockFailing(transaction, address, before))) return;
      await disableWebhook({ ...context, transaction, workspace, actor: workerActor }, webhook, 'failing');
      disabled.push(address);
    });
  }
  return disabled;
}
