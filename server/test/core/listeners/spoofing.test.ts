import { afterAll, describe, expect, test } from 'vitest';
import { judgeRequest, type ResolvedSettings, readInput } from '../../../src/core/listeners/index.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { attack, reservedIn, spoofed, stems } from './attacks.ts';
import { form, json, parts, urlencoded } from './requests.ts';
import { good, now, settings } from './tokens.ts';

const cases = isFullRun ? 50_000 : 1_000;
describe(`spoofing reserved names (spec/listeners §6.7), HARK_SEED=${seedOfRun}`, () => {
  const random = seededRandom(seedOfRun);

  const real = { order_id: 'real' };
  const open = { expected: '', settings: settings() };
  const signed = { expected: '', token: good(), settings: settings({ addAuthentication: true }) };
  const claims = JSON.stringify([
    ['__jwt_data', [real]],
    ['__jwt_sub', ['real']],
  ]);
  const withClaims = { ...signed, expected: claims, token: good({ data: real, sub: 'real' }) };
  const modes = [open, { ...open, token: withClaims.token }, signed, withClaims];

  test(`none of ${cases} attempts sets a reserved name`, { timeout: 600_000 }, () => {
    for (let index = 0; index < cases; index++) {
      const generated = attack(random);
      const mode = random.oneOf<{ expected: string; token?: string; settings: ResolvedSettings }>(modes);
      const headers = [
        ...generated.headers,
        ...(mode.token ? ['Authorization', `Bearer ${mode.token}`] : []),
      ];
      const verdict = judgeRequest({ method: 'POST', headers }, mode.settings, now);
      if (verdict.kind !== 'accepted') throw new Error('the token must be valid');
      const request = { query: generated.query, headers, claims: verdict.claims };
      const text = readInput(parts(generated.body, generated.type, request)).toString();
      const [outer, inner] = reservedIn(text);
      const isSafe = !text.includes(spoofed) && outer === '__headers' && inner === mode.expected;
      // Thrown directly, because an assertion per case would take most of the time.
      if (!isSafe) throw new Error(`case ${index}: ${JSON.stringify({ generated, text })}`);
    }
  });

  test("the service's value comes last, so it wins in parsers that accept duplicate names", () => {
    const text = readInput(parts('{"a":1,"a":{"__headers":1}}', json)).toString();
    expect(text.endsWith('"__headers":{"content-type":["application/json"]}}')).toBe(true);
  });

  afterAll(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test('the generated attacks cover every input type and every reserved name', () => {
  const random = seededRandom(1);
  const generated = Array.from({ length: 500 }, () => attack(random));
  const through = (mediaType: string) =>
    generated.some(({ body, type }) => type?.startsWith(mediaType) && body.includes(spoofed));
  expect([json, urlencoded, 'multipart/form-data'].filter((mediaType) => !through(mediaType))).toEqual([]);
  const names = generated.flatMap(({ query }) => [...new URLSearchParams(query).keys()]);
  expect(stems.filter((stem) => !names.includes(stem))).toEqual([]);
  expect(form([['__headers', 'x']])).toBe('__headers=x');
});
