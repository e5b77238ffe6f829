import { HarkError, withoutField } from '../../../lib/errors.ts';
import type { Change } from '../../audit/index.ts';
import { removeWebhookByName, saveWebhook } from '../../webhooks/index.ts';
import type { Absent, WebhookItem } from '../file/file-schema.ts';
import { ItemProblem } from '../file/problem.ts';

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

/** Reports an error at the value's path. */
function locate(error: unknown): never {
  if (error instanceof HarkError && error.field !== undefined)
    throw new ItemProblem([error.field], withoutField(error));
  throw error;
}
