import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  hashHmac,
  jwtClaims,
  jwtDecode,
  jwtEncode,
} from '../../../../src/core/templating/functions/crypto.ts';
import { makeDate } from '../../../../src/core/templating/functions/date-value.ts';
import { TemplateProblem } from '../../../../src/core/templating/template-error.ts';

const key = 'template-key-0123456789abcdef-0123456789abcdef';
const nowMs = 1_767_222_000_000;
const at = { nowMs };
const decode = (token: unknown, alg?: unknown) => jwtDecode(token, key, alg, at);

// RFC 4231, test cases 1, 2 and 6.
const vectors: [string, string, Record<string, string>][] = [
  [
    '\x0b'.repeat(20),
    'Hi There',
    {
      sha224: '896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22',
      sha256: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      sha384:
        'afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6',
      sha512:
        '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
    },
  ],
  [
    'Jefe',
    'what do ya want for nothing?',
    {
      sha224: 'a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44',
      sha256: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      sha384:
        'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
      sha512:
        '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
      // RFC 2202
      sha1: 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
      md5: '750c783e6ab0b503eaa86e310a5db738',
    },
  ],
];

describe('hashHmac (spec/templates §2.4)', () => {
  const rows = vectors.flatMap(([secret, data, digests]) =>
    Object.entries(digests).map(([algo, digest]) => [algo, data, secret, digest] as const),
  );
  test.each(rows)('computes the %s digest of %j', (algo, data, secret, digest) =>
    expect(hashHmac(algo, data, secret)).toBe(digest),
  );

  test('encodes text as UTF-8, and the result as hex, base64 or base64url', () => {
    const text = 'Grüße? hello~~~';
    for (const output of ['hex', 'base64', 'base64url'] as const) {
      expect(hashHmac('sha384', text, key, output)).toBe(
        createHmac('sha384', key).update(text).digest(output),
      );
    }
  });
  test.each([
    ['crc32', 'x', key, 'hex', 'one of sha256'],
    ['SHA256', 'x', key, 'hex', 'one of sha256'],
    ['constructor', 'x', key, 'hex', 'one of sha256'],
    [null, 'x', key, 'hex', 'one of sha256'],
    ['sha256', 'x', '', 'hex', 'key is empty'],
    ['sha256', 'x', null, 'hex', 'key is empty'],
    ['sha256', 'x', undefined, 'hex', 'key is empty'],
    ['sha256', 'x', ['k'], 'hex', 'key is empty'],
    ['sha256', { a: 1 }, key, 'hex', 'json_encode'],
    ['sha256', null, key, 'hex', 'needs text'],
    ['sha256', 7, key, 'hex', 'needs text'],
    ['sha256', 'x', key, 'latin1', 'one of hex'],
    ['sha256', 'x', key, null, 'one of hex'],
  ])('%j of %j with the key %j as %j is rejected: %s', (algo, data, secret, output, message) => {
    expect(() => hashHmac(algo, data, secret, output)).toThrow(TemplateProblem);
    expect(() => hashHmac(algo, data, secret, output)).toThrow(message);
  });
});

describe('jwtEncode (spec/templates §2.5)', () => {
  test.each(['HS256', 'HS384', 'HS512'])('%s signs the payload unchanged, and jwtDecode reads it', (alg) => {
    const token = jwtEncode('{"iss":"me","n":7}', key, alg);
    const [header = '', payload = '', signature] = token.split('.');
    expect(Buffer.from(header, 'base64url').toString()).toBe(`{"typ":"JWT","alg":"${alg}"}`);
    expect(Buffer.from(payload, 'base64url').toString()).toBe('{"iss":"me","n":7}');
    expect(signature).toBe(
      createHmac(`sha${alg.slice(2)}`, key)
        .update(`${header}.${payload}`)
        .digest('base64url'),
    );
    expect(decode(token)).toEqual({ iss: 'me', n: 7 });
    expect(decode(token, alg)).toEqual({ iss: 'me', n: 7 });
  });
  test.each([
    ['{}', '', 'HS256', 'key is empty'],
    ['{}', null, 'HS256', 'key is empty'],
    ['{}', key, 'none', 'HS256, HS384 or HS512'],
    ['{}', key, 'hs256', 'HS256, HS384 or HS512'],
    ['{}', key, 'toString', 'HS256, HS384 or HS512'],
    ['[]', key, 'HS256', 'must be a map'],
    ['"x"', key, 'HS256', 'must be a map'],
  ])('%s with the key %j and %s is rejected: %s', (payload, secret, alg, message) => {
    expect(() => jwtEncode(payload, secret, alg)).toThrow(TemplateProblem);
    expect(() => jwtEncode(payload, secret, alg)).toThrow(message);
  });

  test('exp, nbf and iat become Unix seconds, and the rest stays unchanged', () => {
    const date = makeDate(nowMs + 999, 'Europe/Berlin');
    const input = { exp: date, nbf: '1767222000', iat: 1.9, other: '12', list: [date] };
    expect(jwtClaims(input)).toEqual({ ...input, exp: nowMs / 1000, nbf: nowMs / 1000, iat: 1 });
    expect(input.exp).toBe(date);
  });
  test('`__proto__` in a payload is an ordinary name', () => {
    const claims = jwtClaims(JSON.parse('{"__proto__":{"exp":"5"},"a":1}'));
    expect(Object.getPrototypeOf(claims)).toBeNull();
    expect(Object.keys(claims)).toEqual(['__proto__', 'a']);
    expect(JSON.stringify(claims)).toBe('{"__proto__":{"exp":"5"},"a":1}');
  });
  test.each([null, 'text', 7, [], makeDate(0, 'UTC')])('a payload of %j is rejected', (payload) => {
    expect(() => jwtClaims(payload)).toThrow('must be a map');
  });
  test.each(['tomorrow', null, true, '', '1.5', Number.NaN, {}])('an exp of %j is rejected', (exp) => {
    expect(() => jwtClaims({ exp })).toThrow("'exp' must be a date");
  });
});

describe('jwtDecode (spec/templates §2.6)', () => {
  const signed = (payload: unknown) => jwtEncode(JSON.stringify(payload), key);
  const seconds = nowMs / 1000;

  test('returns null for an invalid token, so a condition can check for it', () => {
    const token = signed({ a: 1 });
    expect(jwtDecode(token, `${key}x`, null, at)).toBeNull();
    expect(decode(token, 'HS512')).toBeNull();
    expect(decode(signed({ exp: seconds - 60 }))).toBeNull();
    expect(decode(signed({ exp: seconds - 59 }))).toEqual({ exp: seconds - 59 });
    expect(decode(signed({ nbf: seconds + 61 }))).toBeNull();
    expect(decode(signed({ nbf: seconds + 60 }))).toEqual({ nbf: seconds + 60 });
    for (const other of ['', 'a.b.c', 'Grüße', null, undefined, 7, {}, [token]])
      expect(decode(other)).toBeNull();
  });
  test("reports a missing key or an unknown algorithm as the author's error, regardless of the token", () => {
    for (const none of ['', null, undefined, 7])
      expect(() => jwtDecode('x', none, null, at)).toThrow('key is empty');
    expect(() => decode(signed({}), 'none')).toThrow('HS256, HS384 or HS512');
    expect(() => decode(signed({}), '')).toThrow('HS256, HS384 or HS512');
  });
  test('claims have no prototype at any level', () => {
    const claims = decode(jwtEncode('{"__proto__":{"x":1},"data":{"constructor":2}}', key)) as Record<
      string,
      object
    >;
    expect(Object.getPrototypeOf(claims)).toBeNull();
    expect(Object.keys(claims)).toEqual(['__proto__', 'data']);
    expect(Object.getPrototypeOf(claims.data)).toBeNull();
  });
});
