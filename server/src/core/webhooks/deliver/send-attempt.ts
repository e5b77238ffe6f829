import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import type { Egress } from '../../../lib/egress/egress.ts';
import { EgressFailure } from '../../../lib/egress/failure.ts';
import { readRetryAfter } from '../../../lib/egress/retry-after.ts';
import { eventIdOf } from '../../event-feed/index.ts';
import { signDelivery } from '../../listeners/index.ts';
import { openWebhookSecret } from '../manage/webhook-secret.ts';
import type { DueDelivery } from './claim-store.ts';
import type { Attempt } from './delivery.ts';

const timeoutMs = 15_000;
const maximumBytes = 1_048_576;
const maxResponseLength = 1_024;

export interface AttemptResult {
  readonly attempt: Attempt;
  readonly retryAfterMs?: number | undefined;
}

/** Sends a delivery once. Redirects aren't followed (spec/events §4.2). */
export async function sendAttempt(
  egress: Egress,
  key: InstallationKey,
  delivery: DueDelivery,
  at: Date,
): Promise<AttemptResult> {
  const { url, body } = delivery;
  const headers = headersOf(key, delivery, at);
  const startedAt = performance.now();
  const made = (outcome: Pick<Attempt, 'status' | 'error' | 'response'>): Attempt => ({
    at: at.toISOString(),
    duration_ms: Math.round(performance.now() - startedAt),
    ...outcome,
  });
  try {
    const answer = await egress({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs,
      maximumBytes,
      redirects: 0,
    });
    const { status } = answer;
    const error = isSuccess(status) ? null : `The server returned ${status}.`;
    const attempt = made({ status, error, response: beginningOf(answer.body) });
    return { attempt, retryAfterMs: readRetryAfter(answer.headers['retry-after'], at) };
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    return { attempt: made({ status: null, error: error.message, response: null }) };
  }
}

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** The headers of Standard Webhooks (spec/events §4.1). */
function headersOf(key: InstallationKey, delivery: DueDelivery, at: Date): Record<string, string> {
  const { uid, body, depth, sealedSecret, sealedPreviousSecret, previousSecretUntil } = delivery;
  const id = eventIdOf(uid);
  const timestamp = Math.floor(at.getTime() / 1_000);
  const isRotating =
    sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > at;
  const secrets = [sealedSecret, ...(isRotating ? [sealedPreviousSecret] : [])];
  const signatures = secrets.map((sealed) =>
    signDelivery(openWebhookSecret(key, sealed), { id, timestamp, body }),
  );
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'Hark',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
    'hark-depth': String(depth),
  };
}

/** Returns the beginning of a response, without what PostgreSQL can't store. */
const beginningOf = (body: Buffer): string | null =>
  body.toString().slice(0, maxResponseLength).replaceAll('\0', '\ufffd').toWellFormed() || null;
