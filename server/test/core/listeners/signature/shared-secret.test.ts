// A sender that sends the secret itself in a header (spec/listeners §10.7).
import { describe, expect, test } from 'vitest';
import {
  checkHead,
  explainSignature,
  listenerSettings,
  verifySender,
} from '../../../../src/core/listeners/index.ts';
import { now, resolvedFrom, verdictOn } from './signed-listener.ts';

const header = 'X-Gitlab-Token';
const secret = 'Zürich-4711';
const settings = { scheme: 'shared-secret', header, secret: [secret] } as const;
const url = 'https://acme.example/listener/aa/bb?env=prod';

/** Node decodes header values as Latin-1. */
const asReceived = (text: string) => Buffer.from(text).toString('latin1');
const sent = (values: readonly string[], more: readonly (readonly [string, string])[] = []) => ({
  method: 'POST',
  url,
  headers: [...values.map((value) => [header, asReceived(value)] as const), ...more],
  body: Buffer.from('{}'),
});

describe('the scheme shared-secret', () => {
  test.each([
    ['the secret', [secret], 'accepted'],
    ['another secret', ['zürich-4711'], 'wrong_signature'],
    ['the start of the secret', [secret.slice(0, -1)], 'wrong_signature'],
    ['more than the secret', [`${secret} `], 'wrong_signature'],
    ['an empty value', [''], 'malformed_signature'],
    ['the secret twice', [secret, secret], 'malformed_signature'],
    ['nothing', [], 'missing_signature'],
  ])('a header with %s', (_, values, verdict) => {
    expect(verdictOn(sent(values), resolvedFrom(settings))).toBe(verdict);
  });

  test('leaves the identification of deliveries to idempotency_header', () => {
    const { headers, ...request } = sent([secret], [['X-Event-Id', 'one']]);
    const raw = headers.flat();
    const head = checkHead(raw, resolvedFrom(settings), now);
    if (head.kind === 'refused') throw new Error(head.refusal.reason);
    expect(verifySender(head, resolvedFrom(settings), { ...request, headers: raw })).toMatchObject({
      scheme: 'shared-secret',
      id: 'one',
      timestamp: null,
      deliveryKey: undefined,
      contentKey: undefined,
      signatureHeader: 'x-gitlab-token',
      signsUrl: true,
    });
  });

  test('is explained without a signed text', () => {
    const { headers, ...request } = sent(['another']);
    const explained = explainSignature({ ...request, headers: headers.flat() }, resolvedFrom(settings), now);
    expect(explained).toMatchObject({ verdict: 'wrong_signature', signed: undefined, bodyChange: undefined });
  });
});

test.each([
  [{}, 'header', 'is required.'],
  [{ header, prefix: 'Bearer ' }, 'prefix', 'is only for the scheme hmac.'],
  [{ header, tolerance_seconds: 60 }, 'tolerance_seconds', 'is only for schemes that sign a time.'],
])('the settings %j are rejected (spec/listeners §10.2)', (more, key, message) => {
  const { error } = listenerSettings.safeParse({
    signature: { scheme: 'shared-secret', secret: 'a', ...more },
  });
  expect(error?.issues).toMatchObject([{ path: ['signature', key], message }]);
});
