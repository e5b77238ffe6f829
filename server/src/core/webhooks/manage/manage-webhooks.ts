import { HarkError, notFound } from '../../../lib/errors.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { parseOwnJson } from '../../../lib/json.ts';
import { may, type Principal } from '../../access/index.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import {
  type ApiCaller,
  changeOnce,
  type GivenAnswer,
  type RepeatableRequest,
} from '../../idempotency/index.ts';
import { showWebhook, type Webhook } from '../webhook.ts';
import { openWebhookSecret } from './webhook-secret.ts';
import { findStoredWebhook, selectSealedSecret, selectWebhooks } from './webhook-store.ts';

/** @throws HarkError unless the user is an administrator (spec/events §3.4) */
export function requireWebhookManager(principal: Principal): void {
  if (may(principal, 'webhooks.manage')) return;
  throw new HarkError('forbidden', 'not_allowed', 'Only administrators can manage webhooks.');
}

export const listWebhooks = ({ db }: Context, { workspace }: Principal): Promise<Webhook[]> =>
  db.read(workspace.id, (transaction) => selectWebhooks(transaction, workspace.id));

/** @throws HarkError if there is no such webhook */
export async function readWebhook(
  { db }: Context,
  { workspace }: Principal,
  id: WebhookId,
): Promise<Webhook> {
  const webhook = await db.read(workspace.id, (transaction) =>
    findStoredWebhook(transaction, workspace.id, id),
  );
  if (!webhook) throw notFound();
  return webhook;
}

/**
 * Changes a webhook once per Idempotency-Key. The response contains the webhook's secret. The secret isn't part of the stored response,
 * because that isn't encrypted.
 */
export async function manageWebhookSecret(
  context: Context,
  manager: ApiCaller,
  request: RepeatableRequest,
  effect: (change: Change) => Promise<{ readonly status: number; readonly webhook: Webhook }>,
): Promise<GivenAnswer> {
  const workspace = manager.principal.workspace.id;
  const { status, body } = await changeOnce(context, manager, request, async (change) => {
    const { webhook, ...answer } = await effect(change);
    return { ...answer, body: showWebhook(webhook) };
  });
  const webhook = parseOwnJson(body) as ReturnType<typeof showWebhook>;
  const sealed = await context.db.read(workspace, (transaction) =>
    selectSealedSecret(transaction, workspace, webhook.id),
  );
  const secret = sealed === undefined ? {} : { secret: openWebhookSecret(context.key, sealed) };
  return { status, body: JSON.stringify({ webhook: { ...webhook, ...secret } }) };
}
