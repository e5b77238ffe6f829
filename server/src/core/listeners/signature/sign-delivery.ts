import { fault } from '../../../lib/errors.ts';
import { signatureOf } from './scheme.ts';
import { senderSchemes } from './sender-schemes.ts';

interface SignedDelivery {
  readonly id: string;
  /** In Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Signs a request by Standard Webhooks, the way that listeners verify it (spec/events §4.1). @returns one signature */
export function signDelivery(secret: string, { id, timestamp, body }: SignedDelivery): string {
  const scheme = senderSchemes['standard-webhooks'];
  const key = scheme.keyOf(secret);
  if (!key) throw fault('webhook_secret_unusable', 'The secret of a webhook is not Base64.');
  const head = { id, time: { text: String(timestamp), seconds: timestamp }, signatures: [] };
  const request = { method: 'POST', url: '', headers: [], body: Buffer.from(body) };
  return `v1,${signatureOf(scheme, key, scheme.content(head, request))}`;
}
