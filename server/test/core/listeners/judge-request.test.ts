import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeRequest, type ResolvedSettings } from '../../../src/core/listeners/index.ts';
import { good, key, now, secret, settings, sign } from './tokens.ts';

const shop = 'https://shop.example.test';
const signed = { addAuthentication: true };
const cors = { allowCors: true, corsDomains: shop };
const four = {
  'access-control-allow-origin': shop,
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
  'access-control-allow-headers': '*',
};
const vary = { vary: 'Origin' };
const bearer = (token: string) => ['Authorization', `Bearer ${token}`];
const from = (origin: string) => ['Origin', origin];

const judge = (method: string, headers: string[], more: Partial<ResolvedSettings>) =>
  judgeRequest({ method, headers }, settings(more), now);
/** Returns the response that is sent: status, body and headers. */
const answer = (method: string, headers: string[], more: Partial<ResolvedSettings>) => {
  const verdict = judge(method, headers, more);
  if (verdict.kind === 'refused') return [verdict.refusal.status, verdict.refusal.body(), verdict.headers];
  return [verdict.kind, verdict.headers];
};

describe('rejections (spec/listeners §5.1)', () => {
  test('decodes the echoed token as UTF-8 if possible, otherwise as Latin-1', () => {
    const echo = (bytes: Buffer) => answer('POST', bearer(bytes.toString('latin1')), signed)[1];
    expect(echo(Buffer.from('é😀'))).toBe('Not authorized. Invalid or expired token. é😀');
    expect(echo(Buffer.from('é', 'latin1'))).toBe('Not authorized. Invalid or expired token. é');
  });

  test('a rejection does not reveal its token when it is printed', () => {
    const verdict = judge('POST', bearer('CANARY'), signed);
    expect(inspect(verdict, { depth: 9, showHidden: true })).not.toContain('CANARY');
    expect(JSON.stringify(verdict)).not.toContain('CANARY');
    expect(verdict).toMatchObject({ kind: 'refused', refusal: { reason: 'invalid_or_expired' } });
  });
});

describe('the order of checks (spec/listeners §1.3, §4.5)', () => {
  const both = { ...signed, ...cors };

  test('a disabled listener is reported after both checks, and a preflight that passes is answered before that', () => {
    const off = { ...both, isSwitchedOn: false };
    expect(answer('POST', [], off)[0]).toBe(403);
    expect(answer('POST', bearer('bad'), off)[0]).toBe(401);
    expect(answer('POST', [...bearer(good()), ...from('https://evil.test')], off)[0]).toBe(403);
    expect(answer('POST', bearer(good()), off)).toEqual(['switched_off', vary]);
    expect(answer('POST', [...bearer(good()), ...from(shop)], off)).toEqual([
      'switched_off',
      { ...vary, ...four },
    ]);
    expect(answer('OPTIONS', from(shop), { ...cors, isSwitchedOn: false })).toEqual([
      'answered',
      { ...vary, ...four },
    ]);
    expect(answer('OPTIONS', [], { isSwitchedOn: false })).toEqual(['switched_off', {}]);
  });
});

test('no request passes an enabled check that it fails, and Vary is present exactly when allow_cors is on (spec/listeners §4.3)', () => {
  const tokens = fc.constantFrom(
    undefined,
    '',
    'bad',
    good(),
    sign({ iss: 'x' }),
    sign({ iss: key }, { by: 'x' }),
  );
  const origins = fc.constantFrom(undefined, shop, 'https://evil.test', 'https://acme.example', '');
  const overrides = fc.record({
    addAuthentication: fc.boolean(),
    allowCors: fc.boolean(),
    isSwitchedOn: fc.boolean(),
    endpointKey: fc.constantFrom(key, '', undefined),
    endpointSecret: fc.constantFrom(secret, '', undefined),
    corsDomains: fc.constantFrom(shop, '*', '', undefined),
  });
  fc.assert(
    fc.property(
      fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS'),
      tokens,
      origins,
      overrides,
      (method, token, origin, more) => {
        const headers = [
          ...(token === undefined ? [] : bearer(token)),
          ...(origin === undefined ? [] : from(origin)),
        ];
        const verdict = judge(method, headers, more);
        expect(verdict.headers.vary).toBe(more.allowCors ? 'Origin' : undefined);
        const isSigned = token === good() && more.endpointKey === key && more.endpointSecret === secret;
        const isListed =
          origin === shop ? more.corsDomains === shop || more.corsDomains === '*' : more.corsDomains === '*';
        const isOwn = origin === undefined || origin === 'https://acme.example';
        const passes =
          (!more.addAuthentication || isSigned) && (!more.allowCors || isOwn || (origin !== '' && isListed));
        expect(verdict.kind === 'refused').toBe(!passes);
        expect(verdict.kind === 'accepted').toBe(passes && more.isSwitchedOn && method !== 'OPTIONS');
        const hasCors = 'access-control-allow-origin' in verdict.headers;
        expect(hasCors).toBe(passes && more.allowCors && !isOwn);
      },
    ),
    { numRuns: 2_000 },
  );
});
