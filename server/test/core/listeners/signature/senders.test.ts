// Tests each signature scheme with requests that the senders' own libraries signed (spec/listeners §10).
import { describe, expect, test } from 'vitest';
import { checkHead, type VerifiedSender, verifySender } from '../../../../src/core/listeners/index.ts';
import type { ResolvedSignature } from '../../../../src/core/listeners/signature/scheme.ts';
import { codeOf, form, parts, urlencoded } from '../requests.ts';
import { type Sent, sentWith } from './forgeries.ts';
import { type Sender, senders, sign, signByHand, type Unsigned } from './senders.ts';
import { now, resolved, verdictOn } from './signed-listener.ts';

const receivedAt = now.getTime() / 1_000;
const unsigned = (sender: Sender, more: Partial<Unsigned> = {}): Unsigned => {
  const { id = 'evt_1' } = more;
  const url = 'https://acme.example/listener/aa/bb';
  const [secret] = sender.secrets;
  return { method: 'POST', url, body: sender.body(id), secret, at: receivedAt, id, ...more };
};
const signed = async (sender: Sender, more: Partial<Unsigned> = {}): Promise<Sent> => {
  const request = unsigned(sender, more);
  return sentWith(request, await sign(sender, request));
};
const current = (sender: Sender) => resolved(sender, sender.secrets.slice(0, 1));
function verified({ headers, ...request }: Sent, signature: ResolvedSignature): VerifiedSender {
  const head = checkHead(headers.flat(), signature, now);
  if (head.kind === 'refused') throw new Error(head.refusal.reason);
  const verdict = verifySender(head, signature, { ...request, headers: headers.flat() });
  if ('reason' in verdict) throw new Error(verdict.reason);
  return verdict;
}

/** Returns what identifies the delivery. */
function keysOf(sent: Sent, signature: ResolvedSignature) {
  const { deliveryKey, contentKey } = verified(sent, signature);
  return { deliveryKey, contentKey };
}

describe.each(senders)('requests signed as $scheme (spec/listeners §10.7)', (sender) => {
  test("are accepted, and the sender's own library accepts them too", async () => {
    // The libraries compare times with the real clock.
    const moment = new Date();
    const request = unsigned(sender, { at: Math.floor(moment.getTime() / 1_000) });
    const headers = await sign(sender, request);
    expect(signByHand(sender, request)).toEqual(headers);
    await sender.library?.verify(request, headers);
    expect(verdictOn(sentWith(request, headers), current(sender), moment)).toBe('accepted');
  });
});

describe.each(senders.filter(({ signsTime }) => signsTime))(
  'the time of requests signed as $scheme (spec/listeners §10.7)',
  (sender) => {
    test('can be 300 seconds early or late, to the second', async () => {
      const moment = new Date(now.getTime() + 999);
      const verdictAt = async (offset: number) =>
        verdictOn(await signed(sender, { at: receivedAt + offset }), current(sender), moment);
      for (const offset of [-300, 300]) expect(await verdictAt(offset)).toBe('accepted');
      for (const offset of [-301, 301, -86_400])
        expect(await verdictAt(offset)).toBe('signature_out_of_tolerance');
    });
  },
);

describe.each(senders.filter(({ scheme }) => !['standard-webhooks', 'hmac'].includes(scheme)))(
  'a request without an ID of its sender, signed as $scheme (spec/listeners §10.8)',
  (sender) => {
    test('is identified by its signed bytes if the time is one of them, and otherwise not at all', async () => {
      const keysAt = async (at: number) => {
        const request = unsigned(sender, { body: '{"type":"interaction"}', at });
        const headers = Object.entries(await sign(sender, request)).filter(
          ([, value]) => value !== request.id,
        );
        return keysOf(sentWith(request, Object.fromEntries(headers)), current(sender));
      };
      const [first, again, later] = [
        await keysAt(receivedAt),
        await keysAt(receivedAt),
        await keysAt(receivedAt + 1),
      ];
      expect(again).toEqual(first);
      if (sender.signsTime) {
        const contentKey = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
        expect(first).toEqual({ deliveryKey: undefined, contentKey });
        expect(later.contentKey).not.toBe(first.contentKey);
      } else expect([first, later]).toEqual(Array(2).fill({ deliveryKey: undefined, contentKey: undefined }));
    });
  },
);

describe.each(senders)('a form with a payload, signed as $scheme (spec/listeners §10.7)', (sender) => {
  const isDecoded = ['github', 'slack'].includes(sender.scheme);
  const received = async (body: string, type = urlencoded) => {
    const sent = await signed(sender, { body });
    return parts(sent.body, type, { sender: verified(sent, current(sender)), wantsRaw: true });
  };
  const payload = (text: string) => form([['payload', text]]);

  test.each(['', 'hello', '{"broken', '['.repeat(65) + ']'.repeat(65)])(
    'is rejected if it must be JSON and is not: %j',
    async (text) => {
      const code = text.startsWith('[') ? 'json_too_deep' : 'malformed_json';
      expect(codeOf(await received(payload(text)))).toBe(isDecoded ? code : 'none');
    },
  );
});

test.each([
  ['slack', { deliveryKey: undefined, contentKey: expect.stringMatching(/^sha256:/) }],
  ['github', { deliveryKey: 'evt_1', contentKey: undefined }],
])('the key of a form of %s is never read from its payload (spec/listeners §10.8)', async (scheme, keys) => {
  for (const sender of senders.filter((one) => one.scheme === scheme)) {
    const sent = await signed(sender, { body: form([['payload', '{"id":"other","event_id":"other"}']]) });
    expect(keysOf(sent, current(sender))).toEqual(keys);
  }
});
