import { generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeToken } from '../../../src/core/listeners/checks/token-verdict.ts';
import { good, key, now, nowSeconds, secret, sign } from './tokens.ts';

const judge = (
  token: string,
  more: { endpointKey?: string | undefined; endpointSecret?: string | undefined } = {},
) => judgeToken(token, { endpointKey: key, endpointSecret: secret, ...more }, now);
const kindOf = (token: string) => judge(token).kind;
const base = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

// server/test/lib/jws.test.ts tests each rule for algorithms, shape, signature and times.
describe('a token that is checked (spec/listeners §3.2, §3.3, §3.4)', () => {
  test.each<[string, string]>([
    ['no algorithm', sign({ iss: key }, { header: { alg: 'none' } })],
    ['a header that chooses the key', sign({ iss: key }, { header: { jwk: { kty: 'oct', k: 'YQ' } } })],
    ['two parts', good().split('.').slice(0, 2).join('.')],
    ['a leading space', ` ${good()}`],
    ['no signature', good().replace(/[^.]*$/, '')],
    ['another secret', sign({ iss: key }, { by: `${secret}x` })],
    ['a payload that is a list', sign([key])],
    ['exp 60 seconds ago', sign({ iss: key, exp: nowSeconds - 60 })],
    ['exp null', sign({ iss: key, exp: null })],
    ['nbf in 61 seconds', sign({ iss: key, nbf: nowSeconds + 61 })],
  ])('is invalid with %s', (_title, token) => {
    expect(kindOf(token)).toBe('invalid_or_expired');
  });

  test.each([
    {},
    { exp: nowSeconds - 59, nbf: nowSeconds + 60 },
    { iat: nowSeconds + 86_400 },
    { iat: 'yesterday' },
    { sub: 'nobody-known' },
  ])('passes with %j', (claims) => {
    expect(kindOf(sign({ iss: key, ...claims }))).toBe('passed');
  });

  test('that was signed with a key pair is invalid', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const input = `${base({ alg: 'RS256' })}.${base({ iss: key })}`;
    const signature = signWithKey('sha256', Buffer.from(input), privateKey).toString('base64url');
    expect(kindOf(`${input}.${signature}`)).toBe('invalid_or_expired');
  });

  test('has its signature and times checked before its issuer', () => {
    expect(kindOf(sign({ iss: 'other' }, { by: 'other' }))).toBe('invalid_or_expired');
    expect(kindOf(sign({ iss: 'other', exp: nowSeconds - 61 }))).toBe('invalid_or_expired');
    expect(kindOf(sign({ iss: 'other' }))).toBe('invalid_key');
    expect(kindOf(sign('{"__proto__":{"iss":"acme-key"}}'))).toBe('invalid_key');
  });

  test('never passes without a signature by the secret, and never causes an error', () => {
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
});

describe('the issuer (spec/listeners §3.5)', () => {
  test.each([
    'other',
    '',
    `${key} `,
    ` ${key}`,
    key.toUpperCase(),
    key.slice(1),
    `${key}\u0000`,
    null,
    0,
    true,
    [key],
    { key },
  ])('is rejected if it is %j instead of the key', (iss) => {
    expect(kindOf(sign({ iss }))).toBe('invalid_key');
  });

  test('is compared exactly, even if two strings have the same UTF-8 bytes', () => {
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
});

describe('settings that could not be resolved reject the request (spec/listeners §2.5)', () => {
  test.each([[''], [undefined]])(
    'a secret that is %j rejects every token like a wrong signature',
    (endpointSecret) => {
      for (const by of ['', 'undefined', 'null', secret]) {
        expect(judge(sign({ iss: key }, { by }), { endpointSecret }).kind).toBe('invalid_or_expired');
      }
    },
  );

  test.each([[''], [undefined]])(
    'a key that is %j rejects every token like a wrong issuer',
    (endpointKey) => {
      for (const iss of ['', undefined, null, 'undefined', 'null', key]) {
        expect(judge(sign({ iss }), { endpointKey }).kind).toBe('invalid_key');
      }
      expect(judge(sign({ iss: key, exp: 0 }), { endpointKey }).kind).toBe('invalid_or_expired');
    },
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
