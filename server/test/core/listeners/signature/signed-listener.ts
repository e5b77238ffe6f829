import { checkHead, type RawHeaders, verifySender } from '../../../../src/core/listeners/index.ts';
import type { ResolvedSignature } from '../../../../src/core/listeners/signature/scheme.ts';
import { schemeOf } from '../../../../src/core/listeners/signature/scheme-of.ts';
import type { SignatureSettings } from '../../../../src/core/listeners/signature/signature-settings.ts';
import { type Sent, sentWith, type Valid } from './forgeries.ts';
import { idHeader, type Sender, sign } from './senders.ts';

/** When Hark receives the requests of these tests. */
export const now = new Date('2026-03-01T12:00:00Z');
const receivedAt = now.getTime() / 1_000;

/** The settings of a listener whose requests this sender signs. */
export const resolved = ({ scheme, settings }: Sender, secrets: readonly string[]): ResolvedSignature =>
  resolvedFrom({ ...settings, scheme, secret: secrets });

/** Like `resolved`, for any settings. */
export function resolvedFrom(settings: SignatureSettings): ResolvedSignature {
  const scheme = schemeOf(settings, idHeader);
  if (!scheme) throw new Error('Requests with these settings are not signed.');
  const keys = settings.secret.flatMap((secret) => scheme.keyOf(secret) ?? []);
  return { scheme, keys, toleranceSeconds: 300, dedupe: 'auto' };
}

/** Returns why Hark rejects a request, or `accepted`. */
export function verdictOn({ headers, ...request }: Sent, signature: ResolvedSignature, moment = now): string {
  const raw: RawHeaders = headers.flat();
  const head = checkHead(raw, signature, moment);
  if (head.kind === 'refused') return head.refusal.reason;
  const sender = verifySender(head, signature, { ...request, headers: raw });
  return 'reason' in sender ? sender.reason : 'accepted';
}

/** Signs some requests. The others are forged from them. */
export const validRequests = (sender: Sender): Promise<Valid[]> =>
  Promise.all(
    ['a', 'evt_1', '4711', 'x'.repeat(200)].map(async (id, index) => {
      const url = `https://acme.example/listener/aa/bb?shop=${index}&note=a%20b`;
      const body = sender.body(id);
      const request = {
        method: 'POST',
        url,
        body,
        secret: sender.secrets[0],
        at: receivedAt - 60 * index,
        id,
      };
      return { sender, request, receivedAt, sent: sentWith(request, await sign(sender, request)) };
    }),
  );
