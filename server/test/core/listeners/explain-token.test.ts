// The token debugger gives the same verdict as the check itself, and names the check that failed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainToken } from '../../../src/core/listeners/checks/explain-token.ts';
import { judgeToken } from '../../../src/core/listeners/checks/token-verdict.ts';
import { good, key, now, nowSeconds, secret, sign, signRaw } from './tokens.ts';

const settings = { endpointKey: key, endpointSecret: secret };
type Settings = { endpointKey: string | undefined; endpointSecret: string | undefined };
const explain = (token: string, listener: Settings = settings) => explainToken(token, listener, now);
const failedOf = (token: string, listener?: Settings) => {
  const failed = explain(token, listener).checks.find(({ outcome }) => outcome === 'failed');
  return failed && [failed.name, failed.reason];
};

describe('the token debugger (spec/listeners §3.4)', () => {
  test.each([
    ['', ['present', 'missing']],
    ['Bearer ', ['present', 'empty']],
    ['a.b', ['form', 'parts']],
    ['a.b.c.d', ['form', 'parts']],
    ['%.e30.e30', ['form', 'encoding']],
    ['W10.e30.e30', ['form', 'header']],
    [sign({ iss: key }, { header: { alg: 'none' } }), ['algorithm', 'algorithm']],
    [sign({ iss: key }, { header: { alg: 'RS256' } }), ['algorithm', 'algorithm']],
    [sign({ iss: key }, { header: { jku: 'https://x.example' } }), ['algorithm', 'refused_header']],
    [sign({ iss: key }, { by: 'another secret' }), ['signature', 'other_signature']],
    [sign('[]'), ['claims', 'no_object']],
    [sign({ iss: key, exp: nowSeconds - 60 }), ['exp', 'expired']],
    [sign({ iss: key, exp: '1' }), ['exp', 'malformed']],
    [sign({ iss: key, nbf: nowSeconds + 61 }), ['nbf', 'not-yet']],
    [sign({ iss: key, nbf: null }), ['nbf', 'malformed']],
    [sign({}), ['iss', 'no_issuer']],
    [sign({ iss: `${key} ` }), ['iss', 'other_issuer']],
  ])('names the check that fails for %j', (token, wanted) => {
    expect(failedOf(token)).toEqual(wanted);
  });

  test('names settings that resolve to an empty value', () => {
    expect(failedOf(good(), { ...settings, endpointSecret: undefined })).toEqual([
      'signature',
      'secret_unresolved',
    ]);
    expect(failedOf(good(), { ...settings, endpointKey: '' })).toEqual(['iss', 'key_unresolved']);
  });

  test('runs no check after the first failure, and applies the leeway', () => {
    const { checks } = explain(sign({ iss: 'x', exp: nowSeconds - 3_600 }));
    expect(checks.map(({ outcome }) => outcome)).toEqual([
      ...Array(5).fill('passed'),
      'failed',
      'not_made',
      'not_made',
    ]);
    expect(failedOf(sign({ iss: key, exp: nowSeconds - 59, nbf: nowSeconds + 60 }))).toBeUndefined();
  });

  test('shows the content of a token even if no check passes', () => {
    expect(explain(sign({ iss: 'x' }, { by: 'other' }))).toMatchObject({
      header: { alg: 'HS256' },
      claims: { iss: 'x' },
    });
    expect(explain('nonsense')).toMatchObject({ header: null, claims: null });
  });
});

test('names a failure exactly when the check rejects the token, for any token', () => {
  const claim = fc.oneof(fc.constant(undefined), fc.integer(), fc.double(), fc.string(), fc.constant(null));
  const claims = fc.record({
    iss: fc.oneof(fc.constant(key), claim),
    exp: fc.oneof(fc.integer({ min: nowSeconds - 90, max: nowSeconds + 90 }), claim),
    nbf: fc.oneof(fc.integer({ min: nowSeconds - 90, max: nowSeconds + 90 }), claim),
  });
  const token = fc.oneof(
    fc.string(),
    claims.map((values) => sign(values)),
    fc
      .tuple(claims, fc.constantFrom('HS384', 'HS512', 'none', 'hs256'))
      .map(([values, alg]) => sign(values, { header: { alg } })),
    fc.string().map((text) => signRaw(`${Buffer.from(text).toString('base64url')}.e30`)),
  );
  const resolved = fc.record({
    endpointKey: fc.constantFrom(key, '', undefined),
    endpointSecret: fc.constantFrom(secret, '', undefined),
  });
  fc.assert(
    fc.property(token, resolved, (sent, listener) => {
      // Excludes values with whitespace that HTTP strips, and values with the Bearer prefix.
      fc.pre(sent === sent.trim() && sent !== '' && !/^bearer/i.test(sent));
      const { verdict, checks } = explainToken(sent, listener, now);
      expect(verdict).toBe(judgeToken(sent, listener, now).kind);
      const failed = checks.find(({ outcome }) => outcome === 'failed');
      expect(failed === undefined).toBe(verdict === 'passed');
      expect(failed?.name === 'iss').toBe(verdict === 'invalid_key');
    }),
  );
});
