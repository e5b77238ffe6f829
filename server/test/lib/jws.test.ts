import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  claimsOf,
  isJwsAlgorithm,
  isSignedWith,
  readJws,
  signJws,
  timeVerdict,
} from '../../src/lib/crypto/jws.ts';

const key = 'k'.repeat(64);
const part = (text: string) => Buffer.from(text).toString('base64url');
const token = (header: unknown, payload = '{"a":1}', secret = key) => {
  const signed = `${part(typeof header === 'string' ? header : JSON.stringify(header))}.${part(payload)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};
/** Returns the claims of a token that passes every check, otherwise null. */
const verified = (text: string, secret = key) => {
  const jws = readJws(text);
  return jws !== null && isSignedWith(jws, secret) ? claimsOf(jws) : null;
};

describe('a signed token (spec/listeners §3.2, §3.3)', () => {
  test('verifies the example from RFC 7515, A.1', () => {
    const example =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const jws = readJws(example);
    const secret = Buffer.from(
      'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
      'base64url',
    );
    // Our keys are strings and the example's key is arbitrary bytes, so verify its signature directly.
    expect(
      createHmac('sha256', secret)
        .update(jws?.signed ?? '')
        .digest(),
    ).toEqual(jws?.signature);
    expect(jws?.algorithm).toBe('HS256');
    expect(jws && claimsOf(jws)).toEqual({
      iss: 'joe',
      exp: 1_300_819_380,
      'http://example.com/is_root': true,
    });
  });

  test('a token signed here verifies with the same key and no other', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.string({ minLength: 1 }),
        fc.constantFrom('HS256' as const, 'HS384' as const, 'HS512' as const),
        (payload, secret, algorithm) => {
          const json = JSON.stringify(payload);
          const made = signJws(json, secret, algorithm);
          expect(JSON.stringify(verified(made, secret))).toBe(JSON.stringify(JSON.parse(json)));
          expect(verified(made, `${secret}x`)).toBeNull();
        },
      ),
    );
  });

  test('rejects a token with any character changed, added or removed', () => {
    const good = token({ alg: 'HS256' });
    expect(verified(good)).toEqual({ a: 1 });
    for (let index = 0; index < good.length; index++) {
      for (const other of ['', 'A', 'B', '.', '=', '+', ' ', '\n', `${good[index]}A`, `${good[index]}.`]) {
        // Skip the equivalent character of the other Base64 alphabet, because it decodes to the same bytes.
        if (other === good[index] || (other === '+' && good[index] === '-')) continue;
        expect(verified(good.slice(0, index) + other + good.slice(index + 1))).toBeNull();
      }
    }
  });

  test.each([
    ['no algorithm', {}],
    ['none', { alg: 'none' }],
    ['an algorithm in the wrong case', { alg: 'hs256' }],
    ['a public-key algorithm', { alg: 'RS256' }],
    ['a list', { alg: ['HS256'] }],
    ['a property that every object has', { alg: 'constructor' }],
    ['an empty algorithm', { alg: '' }],
    ['crit', { alg: 'HS256', crit: ['exp'] }],
    ['an empty crit', { alg: 'HS256', crit: null }],
    ['jwk', { alg: 'HS256', jwk: {} }],
    ['jku', { alg: 'HS256', jku: 'https://example.test' }],
    ['x5u', { alg: 'HS256', x5u: '' }],
    ['an inherited algorithm', '{"__proto__":{"alg":"HS256"}}'],
    ['an array as header', '["HS256"]'],
    ['a string as header', '"HS256"'],
    ['null as header', 'null'],
    ['no JSON', '{alg:HS256}'],
    ['two values', '{"alg":"HS256"}{}'],
    ['a header nested too deeply', `{"alg":"HS256","x":${'['.repeat(65)}${']'.repeat(65)}}`],
  ])('rejects a header with %s although the signature is valid', (_, header) => {
    expect(readJws(token(header))).toBeNull();
  });

  test.each(['', '.', '..', 'a', 'a.b', '...', 'a.b.c.d', `${'.'.repeat(100_000)}`])(
    '%j is not a token',
    (text) => {
      expect(readJws(text)).toBeNull();
    },
  );
  test('accepts a token in plain Base64, padded or not (spec/listeners §3.2)', () => {
    const plain = (text: string) => Buffer.from(text).toString('base64');
    for (const payload of ['{"a":1}', '{"a":"???>>>"}', '{"ab":12}']) {
      const signed = `${plain('{"alg":"HS256"}')}.${plain(payload)}`;
      const made = `${signed}.${createHmac('sha256', key).update(signed).digest('base64')}`;
      expect(verified(made)).toEqual(JSON.parse(payload));
    }
  });
  test('rejects nonzero unused bits', () => {
    const good = token({ alg: 'HS256' });
    const signature = good.slice(good.lastIndexOf('.') + 1);
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spellings = [...last].map((letter) => signature.slice(0, -1) + letter);
    const sameBytes = spellings.filter(
      (text) =>
        text !== signature && Buffer.from(text, 'base64url').equals(Buffer.from(signature, 'base64url')),
    );
    expect(sameBytes.length).toBe(3);
    for (const text of sameBytes)
      expect(verified(good.slice(0, good.lastIndexOf('.') + 1) + text)).toBeNull();
  });
  test.each(['[]', '"x"', 'null', '7', '', '{', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`])(
    'rejects claims of %j although the signature is valid',
    (payload) => expect(verified(token({ alg: 'HS256' }, payload))).toBeNull(),
  );
  test('rejects a payload that is not UTF-8', () => {
    const signed = `${part('{"alg":"HS256"}')}.${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')}`;
    expect(verified(`${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`)).toBeNull();
  });
  test('an empty key never verifies', () => {
    const jws = readJws(token({ alg: 'HS256' }, '{}', ''));
    expect(jws).not.toBeNull();
    expect(jws && isSignedWith(jws, '')).toBe(false);
  });
  test('algorithm names are case-sensitive', () => {
    expect(['HS256', 'HS384', 'HS512'].every(isJwsAlgorithm)).toBe(true);
    expect(['hs256', 'HS128', 'toString', '', null, 7].some(isJwsAlgorithm)).toBe(false);
  });
});

test.each([
  [{}, 'valid'],
  [{ exp: 940.001 }, 'valid'],
  [{ exp: 940 }, 'expired'],
  [{ exp: -1e300 }, 'expired'],
  [{ exp: 1e300 }, 'valid'],
  [{ nbf: 1060 }, 'valid'],
  [{ nbf: 1060.001 }, 'not-yet'],
  [{ exp: 941, nbf: 1060 }, 'valid'],
  [{ exp: 900, nbf: 2000 }, 'expired'],
  [{ exp: '2000' }, 'malformed'],
  [{ exp: null }, 'malformed'],
  [{ exp: Number.POSITIVE_INFINITY }, 'malformed'],
  [{ exp: Number.NaN }, 'malformed'],
  [{ nbf: '0' }, 'malformed'],
  [{ nbf: null }, 'malformed'],
  [{ nbf: Number.NEGATIVE_INFINITY }, 'malformed'],
  [{ exp: 2000, nbf: [0] }, 'malformed'],
])(
  'exp and nbf, with 60 seconds of leeway: %j at second 1000 is %s (spec/listeners §3.4)',
  (claims, verdict) => expect(timeVerdict(claims, 1000)).toBe(verdict),
);
