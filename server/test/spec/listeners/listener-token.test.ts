// Tests the rules for a listener's token (spec/listeners §3).
import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signRaw } from '../../core/listeners/tokens.ts';
import {
  type BuiltStage,
  bearer,
  dataOf,
  endpointKey,
  endpointSecret,
  expectInvalid,
  expectMissing,
  expectWrongKey,
  nowSeconds,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

const { build, at } = useListeners();
let ask: BuiltStage['ask'];
beforeAll(async () => {
  ({ ask } = await build(signed));
});

const send = (value: string) => ask({ headers: [bearer(value)] });
const passes = async (value: string) => dataOf(await send(value)).__headers;
const fails = async (value: string) => expectInvalid(await send(value), value);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the shape of a token (spec/listeners §3.2)', () => {
  test('is three Base64 parts joined by dots, with a signature over the header and payload', async () => {
    await passes(signRaw(`${part({ alg: 'HS256' })}.${part({ iss: endpointKey })}`, endpointSecret));
  });
  test.each(['', 'abc', '..', 'a.b', 'a.b.c', '<script>alert(1)</script>'])('cannot be %j', (sent) =>
    fails(sent),
  );
  test('cannot have a missing or additional part, or a replaced payload or header', async () => {
    const [head, payload, signature] = token().split('.');
    await fails(`${head}.${payload}`);
    await fails(`${token()}.${signature}`);
    await fails(`${head}.${part({ iss: endpointKey, sub: 'admin' })}.${signature}`);
    await fails(`${part({ alg: 'HS512' })}.${payload}.${signature}`);
    await fails(`${Buffer.from('{"alg"').toString('base64url')}.${payload}.${signature}`);
  });
});

describe('claims (spec/listeners §3.5)', () => {
  test('iss is required and must match endpoint_key exactly', async () => {
    await passes(token());
    const others = [
      undefined,
      null,
      '',
      endpointKey.toUpperCase(),
      `${endpointKey} `,
      endpointKey.slice(1),
      [endpointKey],
    ];
    for (const iss of others) {
      const sent = token({ iss });
      expectWrongKey(await send(sent), sent);
    }
  });

  test('an expired token is rejected, and a token without exp is accepted (spec/listeners §3.4)', async () => {
    await fails(token({ exp: nowSeconds() - 3600 }));
    await passes(token({ exp: nowSeconds() + 3600 }));
    await passes(token({ exp: undefined }));
  });

  test('iat is not used for verification', async () => {
    for (const iat of [nowSeconds() + 86_400, 'yesterday', -1, {}]) await passes(token({ iat }));
  });

  test('a token is rejected before the time in nbf', async () => {
    await fails(token({ nbf: nowSeconds() + 3600 }));
    await passes(token({ nbf: nowSeconds() - 3600 }));
  });

  test('sub is not checked, and the workflow can read it', async () => {
    expect((await passes(token({ sub: 'nobody-known' }))).__jwt_sub).toEqual(['nobody-known']);
  });

  test('the workflow can read the data claim', async () => {
    const data = { order: { id: 7, tags: ['a', null, true] } };
    expect((await passes(token({ data }))).__jwt_data).toEqual([data]);
  });

  test.each(['exp', 'nbf'])(
    'a token whose %s is not a finite number is rejected (spec/listeners §3.4)',
    async (claim) => {
      for (const value of [String(nowSeconds() + (claim === 'exp' ? 300 : -300)), true, null, [1], {}]) {
        await fails(token({ [claim]: value }));
      }
      const payload = Buffer.from(`{"iss":"${endpointKey}","${claim}":1e999}`).toString('base64url');
      await fails(signRaw(`${part({ alg: 'HS256' })}.${payload}`, endpointSecret));
    },
  );
});

describe('token location (spec/listeners §3.1)', () => {
  test.each([
    (sent: string) => [`Authorization: Bearer ${sent}`],
    (sent: string) => [`Authorization: bearer ${sent}`],
    (sent: string) => [`AUTHORIZATION: BEARER ${sent}`],
    (sent: string) => [`Authorization: ${sent}`],
    (sent: string) => [`token: ${sent}`],
    (sent: string) => [`Token: bEaReR ${sent}`],
    (sent: string) => ['token: bad', `Authorization: Bearer ${sent}`],
  ])('a token is accepted in the headers %s', async (headers) => {
    expect((await ask({ headers: headers(token()) })).status).toBe(200);
  });

  test.each([
    [
      'a bad Authorization, even with a valid token header',
      (sent: string) => ['Authorization: bad', `token: ${sent}`],
      'bad',
    ],
    ['another scheme', (sent: string) => ['Authorization: Basic dTpw', `token: ${sent}`], 'Basic dTpw'],
    ['an empty Authorization', (sent: string) => ['Authorization:', `token: ${sent}`], ''],
    ['nothing after Bearer', () => ['Authorization: Bearer '], ''],
    ['an empty token header', () => ['token:'], ''],
    [
      'two Authorization headers: the first is echoed',
      (sent: string) => [bearer('one'), bearer(sent)],
      'one',
    ],
    ['Bearer twice: only the first is stripped', () => ['Authorization: Bearer Bearer x'], 'Bearer x'],
  ])('a token is rejected as undecodable if the request has %s', async (_, headers, echoed) => {
    expectInvalid(await ask({ headers: headers(token()) }), echoed);
  });

  test('a token in the query or the body is ignored', async () => {
    const sent = token();
    const body = JSON.stringify({ token: sent, Authorization: sent });
    expectMissing(await ask({ query: `token=${sent}&Authorization=${sent}`, body }));
  });
});

describe('algorithms (spec/listeners §3.3)', () => {
  test.each(['HS256', 'HS384', 'HS512'])('%s is allowed', async (alg) => {
    await passes(token({}, { header: { alg } }));
  });

  test.each([
    'RS256',
    'RS512',
    'ES256',
    'PS256',
    'EdDSA',
    'none',
    'None',
    'hs256',
    'HS1',
    ['HS256'],
    undefined,
    null,
  ])('%j is rejected, even when signed with the secret', async (alg) => {
    await fails(token({}, { header: { alg } }));
    await fails(token({}, { header: { alg } }).replace(/[^.]*$/, ''));
  });

  test('a token signed with a real RSA or EC key is rejected', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const [alg, key] of [
      ['RS256', rsa],
      ['ES256', { key: ec, dsaEncoding: 'ieee-p1363' }],
    ] as const) {
      const input = `${part({ alg })}.${part({ iss: endpointKey })}`;
      await fails(`${input}.${signWith('sha256', Buffer.from(input), key).toString('base64url')}`);
    }
  });

  test.each([
    { crit: ['exp'] },
    { jwk: { kty: 'oct' } },
    { jku: 'https://k.test' },
    { x5u: 'https://k.test' },
  ])('the token header %j is rejected', async (header) => fails(token({}, { header })));
});

describe('the order of verification (spec/listeners §3.4)', () => {
  test('the signature is checked before times and issuer', () =>
    fails(token({ iss: 'other' }, { by: 'other' })));
  test('exp and nbf are checked before the issuer', async () => {
    await fails(token({ iss: 'other', exp: nowSeconds() - 3600 }));
    await fails(token({ iss: 'other', nbf: nowSeconds() + 3600 }));
  });
});

describe('a leeway of 60 seconds, to the millisecond (spec/listeners §3.4)', () => {
  const second = nowSeconds();
  const moment = (seconds: number) => new Date((second + seconds) * 1000);
  test.each([
    ['exp', 59.999, true],
    ['exp', 60, false],
    ['nbf', -60, true],
    ['nbf', -60.001, false],
  ])(
    'applies to %s: %d seconds after that time, the token is accepted: %j',
    async (claim, seconds, isGood) => {
      const sent = token({ exp: undefined, [claim]: second });
      const answer = await at(moment(seconds), () => send(sent));
      if (isGood) expect(answer.status, answer.text).toBe(200);
      else expectInvalid(answer, sent);
    },
  );
});
