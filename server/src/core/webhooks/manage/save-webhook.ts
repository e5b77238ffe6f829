import { invalid, invalidField, notFound } from '../../../lib/errors.ts';
import type { WebhookId } from '../../../lib/ids.ts';
import { type Change, changedValues, concealed, recordAudit } from '../../audit/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { readFilter } from '../../leads/index.ts';
import { showWebhook, type Webhook } from '../webhook.ts';
import { missingValue, readOnlyKeys, type WantedWebhook, type WebhookChange } from './webhook-schema.ts';
import { makeWebhookSecret, openWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import {
  deleteStoredWebhook,
  endPendingDeliveries,
  insertWebhook,
  selectSealedSecret,
  selectWebhook,
  selectWebhookByName,
  selectWebhooks,
  updateSecret,
  updateWebhook,
} from './webhook-store.ts';

const maxWebhooks = 20;
/** How long the secret before a rotation signs too (spec/events §4.5). */
const overlapMs = 24 * 3_600_000;

type WebhookWithSecret = Webhook & { readonly secret: string };

/** Creates a webhook. @throws HarkError if a value is missing, or the name is taken (spec/events §3.3) */
export async function createWebhook(change: Change, wanted: WantedWebhook): Promise<WebhookWithSecret> {
  const { transaction, workspace, key, clock } = change;
  const { name, url, types, active = true, secret = makeWebhookSecret() } = wanted;
  if (name === undefined) throw missingValue('name');
  if (url === undefined) throw missingValue('url');
  if (types === undefined) throw missingValue('types');
  const conditions = await readConditions(change, wanted.filters, wanted.match);
  if ((await selectWebhooks(transaction, workspace)).length >= maxWebhooks)
    throw invalid('too_many_webhooks', `At most ${maxWebhooks} webhooks per workspace.`);
  const values = { name, url, types, ...conditions, active };
  const sealed = sealWebhookSecret(key, secret);
  const webhook = await insertWebhook(transaction, workspace, values, sealed, clock.now());
  if (!webhook) throw nameTaken();
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'webhook', id: webhook.id, name },
    old: {},
    new: { ...values, secret: concealed },
  });
  return { ...webhook, secret };
}

/** Changes the values in `wanted`. Disabling ends pending deliveries; enabling clears the failure (spec/events §4.4). */
export async function changeWebhook(change: Change, id: WebhookId, wanted: WebhookChange): Promise<Webhook> {
  const present = await requireWebhook(change, id);
  const shown = showWebhook(present);
  const changed = readOnlyKeys.find((key) => wanted[key] !== undefined && wanted[key] !== shown[key]);
  if (changed !== undefined) throw invalidField('read_only_field', changed, "can't be changed.");
  return saveChanges(change, present, wanted);
}

async function saveChanges(change: Change, present: Webhook, wanted: WantedWebhook): Promise<Webhook> {
  const { transaction, workspace, clock } = change;
  const { name = present.name, url = present.url, types = present.types, active = present.active } = wanted;
  const isConditional = wanted.filters !== undefined || wanted.match !== undefined;
  const conditions = isConditional
    ? await readConditions(change, wanted.filters ?? present.filters, wanted.match ?? present.match)
    : { filters: present.filters, match: present.match };
  const namesake = await selectWebhookByName(transaction, workspace, name);
  if (namesake && namesake.id !== present.id) throw nameTaken();
  const values = { name, url, types, ...conditions, active };
  const changes = changedValues({ ...present }, values);
  const isReset = wanted.active === true && present.failingSince !== null;
  if (!changes && !isReset) return present;
  const state = wanted.active === true ? { disabledReason: null, failingSince: null } : {};
  const saved = { ...present, ...values, ...state, modifiedAt: clock.now() };
  await updateWebhook(transaction, workspace, saved);
  if (!active) await endPendingDeliveries(transaction, workspace, present.id);
  if (changes) {
    const subject = { type: 'webhook', id: present.id, name } as const;
    await recordAudit(change, { action: 'changed', subject, ...changes });
  }
  return saved;
}

/** Creates a webhook, or changes the one with this name, for `hark apply` (spec/events §3.1). */
export async function saveWebhook(
  change: Change,
  { name, secret, ...wanted }: WantedWebhook & { readonly name: string },
): Promise<WebhookWithSecret & { readonly isNewSecret: boolean }> {
  const { transaction, workspace, key } = change;
  const present = await selectWebhookByName(transaction, workspace, name);
  if (!present) return { ...(await createWebhook(change, { ...wanted, name, secret })), isNewSecret: true };
  const saved = await saveChanges(change, present, wanted);
  const stored = await selectSealedSecret(transaction, workspace, present.id);
  const before = stored === undefined ? undefined : openWebhookSecret(key, stored);
  if (before !== undefined && (secret === undefined || secret === before))
    return { ...saved, secret: before, isNewSecret: false };
  const replaced = await replaceSecret(change, saved, secret ?? makeWebhookSecret(), null);
  return { ...replaced, isNewSecret: true };
}

/** Creates a new secret. The present one signs too, for 24 hours (spec/events §4.5). */
export async function rotateWebhookSecret(change: Change, id: WebhookId): Promise<WebhookWithSecret> {
  const webhook = await requireWebhook(change, id);
  const previousUntil = new Date(change.clock.now().getTime() + overlapMs);
  return replaceSecret(change, webhook, makeWebhookSecret(), previousUntil);
}

async function replaceSecret(
  change: Change,
  webhook: Webhook,
  secret: string,
  previousUntil: Date | null,
): Promise<WebhookWithSecret> {
  const { transaction, workspace, key } = change;
  const now = change.clock.now();
  const sealed = sealWebhookSecret(key, secret);
  await updateSecret(transaction, workspace, webhook.id, sealed, { now, previousUntil });
  await recordAudit(change, {
    action: 'changed',
    subject: { type: 'webhook', id: webhook.id, name: webhook.name },
    old: { secret: concealed },
    new: { secret: concealed },
  });
  return { ...webhook, modifiedAt: now, secret };
}

/** Deletes a webhook. Its pending deliveries end with it. */
export async function removeWebhook(change: Change, id: WebhookId): Promise<void> {
  await remove(change, await requireWebhook(change, id));
}

/** Deletes the webhook with this name. A missing webhook isn't an error. */
export async function removeWebhookByName(change: Change, name: string): Promise<void> {
  const webhook = await selectWebhookByName(change.transaction, change.workspace, name);
  if (webhook) await remove(change, webhook);
}

async function remove(change: Change, { id, name, url, types }: Webhook): Promise<void> {
  await deleteStoredWebhook(change.transaction, change.workspace, id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'webhook', id, name },
    old: { url, types },
    new: {},
  });
}

/** Locks the webhook. @throws HarkError if it doesn't exist in this workspace */
export async function requireWebhook({ transaction, workspace }: Change, id: WebhookId): Promise<Webhook> {
  const webhook = await selectWebhook(transaction, workspace, id);
  if (!webhook) throw notFound();
  return webhook;
}

const nameTaken = () => invalidField('name_taken', 'name', 'is already taken by another webhook.');

/** Checks filters as a search does, with the workspace's fields. */
async function readConditions(
  { transaction, workspace }: Change,
  filters: unknown = [],
  match: unknown = 'all',
): Promise<Pick<Webhook, 'filters' | 'match'>> {
  const { byAlias } = await readFieldSet(transaction, workspace);
  readFilter(filters, match, byAlias);
  return { filters: filters as readonly unknown[], match: match as Webhook['match'] };
}
