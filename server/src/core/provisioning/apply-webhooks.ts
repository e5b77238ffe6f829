import { HarkError } from '../../lib/errors.ts';
import type { Change } from '../audit/index.ts';
import { removeWebhookByName, saveWebhook } from '../webhooks/index.ts';
import type { Absent, WebhookItem } from './file-schema.ts';
import { ItemProblem } from './problem.ts';

export type WebhookResult = { name: string } & (
  | Absent
  | { id: number; url: string; types: readonly string[]; active: boolean; secret?: string }
);

/** Applies a webhook (spec/events §3.1). Returns the secret if this call set it, or on request. */
export async function applyWebhook(
  change: Change,
  { state, ...item }: WebhookItem,
  showSecrets: boolean,
): Promise<WebhookResult> {
  const { name } = item;
  if (state === 'absent') {
    await removeWebhookByName(change, name);
    return { name, state };
  }
  const { id, url, types, active, secret, isNewSecret } = await saveWebhook(change, item).catch(locate);
  return { id, name, url, types, active, ...(isNewSecret || showSecrets ? { secret } : {}) };
}

/** Turns the name of the value, with which the message starts, into a path. */
function locate(error: unknown): never {
  const [, key, message] =
    (error instanceof HarkError && /^(url|types|filters|match): (.*)$/s.exec(error.message)) || [];
  if (key !== undefined && message !== undefined) throw new ItemProblem([key], message);
  throw error;
}
