import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeToken } from '../../../src/core/listeners/checks/token-verdict.ts';
import { good, key, now, secret, sign } from './tokens.ts';

const judge = (
  token: string,
  more: { endpointKey?: string | undefined; endpointSecret?: string | undefined } = {},
) => judgeToken(token, { endpointKey: key, endpointSecret: secret, ...more }, now);
const kindOf = (token: string) => judge(token).kind;
// server/test/lib/jws.test.ts tests each rule for algorithms, shape, signature and times.
test('a token that is checked never passes without a signature by the secret, and never causes an error (spec/listeners §3.2, §3.3, §3.4)', () => {
  const parts = fc.oneof(
    fc.string(),
    fc.json().map((text) => Buffer.from(text).toString('base64url')),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 4 }), fc.string(), (segments, other) => {
      expect(kindOf(segments.join('.'))).toBe('invalid_or_expired');
      const passes = judge(sign({ iss: key }, { by: other })).kind === 'passed';
      expect(passes).toBe(other === secret);
    }),
    { numRuns: 2_000 },
  );
});

test('the issuer is compared exactly, even if two strings have the same UTF-8 bytes (spec/listeners §3.5)', () => {
  expect(judge(sign('{"iss":"\\ud800"}'), { endpointKey: '\ufffd' }).kind).toBe('invalid_key');
  expect(judge(sign({ iss: 'Köln 😀' }), { endpointKey: 'Köln 😀' }).kind).toBe('passed');
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', minLength: 1 }),
      (iss, endpointKey) => {
        expect(judge(sign({ iss }), { endpointKey }).kind).toBe(
          iss === endpointKey ? 'passed' : 'invalid_key',
        );
        expect(judge(sign({ iss: endpointKey }), { endpointKey }).kind).toBe('passed');
      },
    ),
  );
});

test('a valid token yields its data and its subject, and nothing else (spec/listeners §6.6)', () => {
  const data = { order_id: 42, lines: [{ sku: 'a' }], paid: true };
  expect(judge(good({ data, sub: 'user-7', admin: true }))).toEqual({
    kind: 'passed',
    claims: { data, sub: 'user-7' },
  });
  expect(judge(good())).toEqual({ kind: 'passed', claims: { data: undefined, sub: undefined } });
});
