import { afterAll, describe, expect, test } from 'vitest';
import { judgeRequest, type ResolvedSettings, readInput } from '../../../src/core/listeners/index.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { attack, reservedIn, spoofed, stems } from './attacks.ts';
import { form, json, parts, urlencoded } from './requests.ts';
import { good, now, settings } from './tokens.ts';

const cases = isFullRun ? 50_000 : 5_000;
describe(`spoofing of names that belong to Hark (spec/listeners §6.7), HARK_SEED=${seedOfRun}`, () => {
  const random = seededRandom(seedOfRun);

  const real = { order_id: 'real' };
  const open = { expected: '', settings: settings() };
  const signed = { expected: '', token: good(), settings: settings({ addAuthentication: true }) };
  const claims = JSON.stringify([
    ['__jwt_data', [real]],
    ['__jwt_sub', ['real']],
  ]);
  const telling = { ...signed, expected: claims, token: good({ data: real, sub: 'real' }) };
  const modes = [open, { ...open, token: telling.token }, signed, telling];

  test(`none of ${cases} attempts writes where only the service writes`, { timeout: 600_000 }, () => {
    for (let index = 0; index < cases; index++) {
      const made = attack(random);
      const mode = random.oneOf<{ expected: string; token?: string; settings: ResolvedSettings }>(modes);
      const headers = [...made.headers, ...(mode.token ? ['Authorization', `Bearer ${mode.token}`] : [])];
      const verdict = judgeRequest({ method: 'POST', headers }, mode.settings, now);
      if (verdict.kind !== 'accepted') throw new Error('the token is good');
      const request = { query: made.query, headers, claims: verdict.claims };
      const text = readInput(parts(made.body, made.type, request)).toString();
      const [outer, inner] = reservedIn(text);
      const held = !text.includes(spoofed) && outer === '__headers' && inner === mode.expected;
      // Thrown by hand: an assertion a case would take most of the time.
      if (!held) throw new Error(`case ${index}: ${JSON.stringify({ made, text })}`);
    }
  });

  test('what the service writes is found by the last of two equal names, whatever a lenient reader does', () => {
    const text = readInput(parts('{"a":1,"a":{"__headers":1}}', json)).toString();
    expect(text.endsWith('"__headers":{"content-type":["application/json"]}}')).toBe(true);
  });

  afterAll(() => {
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test('the attacks reach their target when nothing is dropped', () => {
  const random = seededRandom(1);
  const made = Array.from({ length: 500 }, () => attack(random));
  const through = (door: string) =>
    made.some(({ body, type }) => type?.startsWith(door) && body.includes(spoofed));
  expect([json, urlencoded, 'multipart/form-data'].filter((door) => !through(door))).toEqual([]);
  const names = made.flatMap(({ query }) => [...new URLSearchParams(query).keys()]);
  expect(stems.filter((stem) => !names.includes(stem))).toEqual([]);
  expect(form([['__headers', 'x']])).toBe('__headers=x');
});
