import { constants, generateKeyPairSync, sign as signWithKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeToken } from '../../../src/core/listeners/checks/token-verdict.ts';
import { good, key, now, nowSeconds, secret, sign, signRaw } from './tokens.ts';

const judge = (
  token: string,
  more: { endpointKey?: string | undefined; endpointSecret?: string | undefined } = {},
) => judgeToken(token, { endpointKey: key, endpointSecret: secret, ...more }, now);
const kindOf = (token: string) => judge(token).kind;
const base = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('algorithms (spec/listeners §3.3)', () => {
  test.each(['HS256', 'HS384', 'HS512'])('%s passes', (alg) => {
    expect(kindOf(sign({ iss: key }, { header: { alg } }))).toBe('passed');
  });

  test.each([
    'none',
    'None',
    'hs256',
    'HS256 ',
    'HS1',
    'RS256',
    'RS512',
    'ES256',
    'PS256',
    'EdDSA',
    'sha256',
    '',
  ])('alg %j fails even when signed with the secret', (alg) => {
    const token = sign({ iss: key }, { header: { alg } });
    expect(kindOf(token)).toBe('invalid_or_expired');
    expect(kindOf(token.replace(/[^.]*$/, ''))).toBe('invalid_or_expired');
  });

  test.each([
    ['no alg', { alg: undefined }],
    ['a list', { alg: ['HS256'] }],
    ['an object', { alg: { toString: 'HS256' } }],
    ['null', { alg: null }],
    ['crit', { crit: ['exp'] }],
    ['an empty crit', { crit: null }],
    ['jwk', { jwk: { kty: 'oct', k: 'YQ' } }],
    ['jku', { jku: 'https://keys.example/jwks.json' }],
    ['x5u', { x5u: 'https://keys.example/cert.pem' }],
  ])('a header with %s fails', (_title, header) => {
    expect(kindOf(sign({ iss: key }, { header }))).toBe('invalid_or_expired');
  });

  test('rejects names such as constructor as an algorithm, and ignores inherited members of the token', () => {
    for (const alg of ['constructor', '__proto__', 'toString']) {
      expect(kindOf(sign({ iss: key }, { header: { alg } }))).toBe('invalid_or_expired');
    }
    expect(kindOf(sign({ iss: key }, { header: '{"__proto__":{"alg":"HS256"}}' }))).toBe(
      'invalid_or_expired',
    );
    expect(kindOf(sign('{"__proto__":{"iss":"acme-key"}}'))).toBe('invalid_key');
  });

  test('a valid signature made with a key pair fails', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const pss = { key: rsa, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    for (const [alg, by] of [
      ['RS256', rsa],
      ['PS256', pss],
      ['ES256', { key: ec, dsaEncoding: 'ieee-p1363' as const }],
    ] as const) {
      const input = `${base({ alg })}.${base({ iss: key })}`;
      const signature = signWithKey('sha256', Buffer.from(input), by).toString('base64url');
      expect(kindOf(`${input}.${signature}`)).toBe('invalid_or_expired');
    }
  });
});

describe('shape and signature (spec/listeners §3.2, §3.4)', () => {
  test.each([
    ['nothing', ''],
    ['one part', 'abc'],
    ['two parts', good().split('.').slice(0, 2).join('.')],
    ['four parts', `${good()}.abc`],
    ['empty parts', '..'],
    ['no signature', good().replace(/[^.]*$/, '')],
    ['a leading space', ` ${good()}`],
    ['a trailing line break', `${good()}\n`],
    ["a header that isn't JSON", signRaw(`${base('x').slice(1)}.${base({ iss: key })}`)],
    ['a header that is a list', sign({ iss: key }, { header: '["HS256"]' })],
    ["a payload that isn't JSON", sign('{"iss"')],
    ['a payload that is a list', sign([key])],
    ['a payload that is a string', sign('"acme-key"')],
    ['a payload that is null', sign('null')],
    [
      'a payload that is not UTF-8',
      signRaw(`${base({ alg: 'HS256' })}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}`),
    ],
    ['a payload nested 10,000 levels', sign('['.repeat(5_000) + ']'.repeat(5_000))],
    ['another secret', sign({ iss: key }, { by: `${secret}x` })],
    ['no secret', sign({ iss: key }, { by: '' })],
    ['markup', '<script>alert(1)</script>'],
    ['16 KB of dots', '.'.repeat(16_384)],
    ['16 KB in one part', 'a'.repeat(16_384)],
  ])('%s fails', (_title, token) => {
    expect(kindOf(token)).toBe('invalid_or_expired');
  });

  test('a wrong signature or a wrong time is reported before a wrong issuer', () => {
    expect(kindOf(sign({ iss: 'other' }, { by: 'other' }))).toBe('invalid_or_expired');
    expect(kindOf(sign({ iss: 'other', exp: nowSeconds - 61 }))).toBe('invalid_or_expired');
    expect(kindOf(sign({ iss: 'other' }))).toBe('invalid_key');
  });

  test('the plain Base64 alphabet and padding are accepted as well (spec/listeners §3.2)', () => {
    const plain = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const payload = { iss: key, data: { text: '???>>>~~~', more: 'ÿÿÿ' } };
    const token = signRaw(`${plain({ alg: 'HS256' })}.${plain(payload)}`);
    const [head, body, signature = ''] = token.split('.');
    expect(body).toMatch(/[+/=]/);
    const padded = Buffer.from(signature, 'base64url').toString('base64');
    for (const spelling of [token, `${head}.${body}.${padded}`]) {
      expect(judge(spelling)).toMatchObject({ kind: 'passed', claims: { data: payload.data } });
    }
  });

  test('a token fails if any single character changes', () => {
    const token = good({ sub: 'u' });
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let index = 0; index < token.length; index++) {
      for (const other of index > token.length - 3 ? alphabet : 'Az09-_.=') {
        if (other === token[index]) continue;
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        expect([changed, kindOf(changed)]).toEqual([changed, 'invalid_or_expired']);
      }
    }
  });

  test("a token that isn't signed with the secret never passes, and the check never throws", () => {
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

describe('times (spec/listeners §3.4)', () => {
  test.each([
    ['no exp', {}, 'passed'],
    ['exp now', { exp: nowSeconds }, 'passed'],
    ['exp 59 seconds ago', { exp: nowSeconds - 59 }, 'passed'],
    ['exp 59.999 seconds ago', { exp: nowSeconds - 59.999 }, 'passed'],
    ['exp 60 seconds ago', { exp: nowSeconds - 60 }, 'invalid_or_expired'],
    ['exp 60.001 seconds ago', { exp: nowSeconds - 60.001 }, 'invalid_or_expired'],
    ['exp in the year 0', { exp: -62_167_219_200 }, 'invalid_or_expired'],
    ['nbf in 60 seconds', { nbf: nowSeconds + 60 }, 'passed'],
    ['nbf in 60.001 seconds', { nbf: nowSeconds + 60.001 }, 'invalid_or_expired'],
    ['nbf in 61 seconds', { nbf: nowSeconds + 61 }, 'invalid_or_expired'],
    ['nbf long ago', { nbf: 0 }, 'passed'],
    ['iat in the future', { iat: nowSeconds + 86_400 }, 'passed'],
    ['iat that is not a number', { iat: 'yesterday' }, 'passed'],
    ['exp as a string', { exp: String(nowSeconds + 300) }, 'invalid_or_expired'],
    ['exp null', { exp: null }, 'invalid_or_expired'],
    ['exp true', { exp: true }, 'invalid_or_expired'],
    ['exp as a list', { exp: [nowSeconds + 300] }, 'invalid_or_expired'],
    ['nbf as a string', { nbf: String(nowSeconds - 300) }, 'invalid_or_expired'],
    ['nbf null', { nbf: null }, 'invalid_or_expired'],
    ['any sub', { sub: 'nobody-known' }, 'passed'],
  ])('%s: %j is %s', (_title, claims, kind) => {
    expect(kindOf(sign({ iss: key, ...claims }))).toBe(kind);
  });

  test.each(['"exp":1e999', '"exp":-1e999', '"nbf":1e999', '"nbf":-1e999'])(
    '%s is not finite and fails',
    (claim) => {
      expect(kindOf(sign(`{"iss":"${key}",${claim}}`))).toBe('invalid_or_expired');
    },
  );

  test('a token is valid from nbf - 60 up to, but not including, exp + 60, for any times', () => {
    const moment = fc.double({ min: -200, max: 200, noNaN: true }).map((offset) => nowSeconds + offset);
    fc.assert(
      fc.property(
        fc.option(moment, { nil: undefined }),
        fc.option(moment, { nil: undefined }),
        (exp, nbf) => {
          const isValidAt =
            (exp === undefined || nowSeconds < exp + 60) && (nbf === undefined || nowSeconds >= nbf - 60);
          expect(kindOf(sign({ iss: key, exp, nbf }))).toBe(isValidAt ? 'passed' : 'invalid_or_expired');
        },
      ),
      { numRuns: 1_000 },
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
