import { checkHead, type RawHeaders, verifySender } from '../../../../src/core/listeners/index.ts';
import { hmacScheme } from '../../../../src/core/listeners/signature/hmac-scheme.ts';
import type { ResolvedSignature } from '../../../../src/core/listeners/signature/scheme.ts';
import { senderSchemes } from '../../../../src/core/listeners/signature/sender-schemes.ts';
import { withHmacDefaults } from '../../../../src/core/listeners/signature/signature-settings.ts';
import { type Sent, sentWith, type Valid } from './forgeries.ts';
import { idHeader, type Sender, sign } from './senders.ts';

/** When Hark receives the requests of these tests. */
export const now = new Date('2026-03-01T12:00:00Z');
const receivedAt = now.getTime() / 1_000;

/** The settings of a listener whose requests this sender signs. */
export function resolved({ scheme: name, settings }: Sender, secrets: readonly string[]): ResolvedSignature {
  const scheme =
    name === 'hmac'
      ? hmacScheme(withHmacDefaults({ ...settings, scheme: name, secret: [] }), idHeader.toLowerCase())
      : senderSchemes[name];
  const keys = secrets.flatMap((secret) => scheme.keyOf(secret) ?? []);
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
