import type { ApiInput, ApiResponse } from '../../api/call.ts';
import { errorsOf } from '../../components/fields/field-errors.ts';

export type Webhook = ApiResponse<'GET /webhooks/:id'>;
export type Delivery = ApiResponse<'GET /webhooks/:id/deliveries'>['deliveries'][number];

/** The values that a form edits. */
export type WebhookValues = Required<Pick<ApiInput<'POST /webhooks'>['body'], 'name' | 'url' | 'types'>> & {
  readonly filters: readonly unknown[];
  readonly match: Webhook['match'];
};

/** Returns the errors of the values that haven't changed since they were sent. */
export function errorsOfSent(
  change: { readonly error: Error | null; readonly variables: { readonly body: object } | undefined },
  values: WebhookValues,
): ReturnType<typeof errorsOf> {
  const { errorAt, hasOthers } = errorsOf(change.error);
  const sent: Partial<WebhookValues> = change.variables?.body ?? {};
  const isSame = (key: keyof WebhookValues) => JSON.stringify(sent[key]) === JSON.stringify(values[key]);
  return {
    errorAt: (path) => (isSame(path as keyof WebhookValues) ? errorAt(path) : undefined),
    hasOthers,
  };
}

/**
 * Returns whether a webhook works. After a failed delivery it is failing, even if no attempt is pending. If only older
 * deliveries fail, the newest one having succeeded, it is retrying.
 */
export function stateOf({
  active,
  failing_since,
  last_delivery,
}: Pick<Webhook, 'active' | 'failing_since' | 'last_delivery'>): 'on' | 'off' | 'failing' | 'retrying' {
  if (!active) return 'off';
  if (last_delivery?.status === 'failed') return 'failing';
  if (failing_since === null) return 'on';
  return last_delivery?.status === 'succeeded' ? 'retrying' : 'failing';
}

/** Everything that shows a webhook. */
export const staleWebhooks = ['GET /webhooks', 'GET /webhooks/:id', 'GET /webhooks/:id/deliveries'] as const;
