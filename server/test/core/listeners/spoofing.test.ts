import { afterAll, describe, expect, test } from 'vitest';
import { judgeRequest, type ResolvedSettings, readInput } from '../../../src/core/listeners/index.ts';
import { parseOwnJson } from '../../../src/lib/json.ts';
import { isFullRun, type Random, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { type Data, form, json, multipart, parts, urlencoded } from './requests.ts';
import { good, now, settings } from './tokens.ts';

const cases = isFullRun ? 50_000 : 5_000;
const spoofed = 'SPOOFED';

/** Names by which somebody could try to reach what only the service writes. */
const stems = [
  '__headers',
  '__jwt_data',
  '__jwt_sub',
  '__body',
  '__raw',
  '__data',
  '__proto__',
  '__',
  '__x',
  '___',
];
const endings = [
  '',
  '',
  '',
  '[]',
  '[__jwt_data][0][order_id]',
  '.__jwt_data.0.order_id',
  '[0]',
  '[constructor]',
  ' ',
  '\u0000',
  '.x',
];
const nameOf = (random: Random) => `${random.oneOf(stems)}${random.oneOf(endings)}`;

/** The same name in another spelling that the reader of that door takes for the same. */
const inJson = (random: Random, name: string) => {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return [...name]
    .map((letter) => (random.chance(30) ? escaped(letter) : JSON.stringify(letter).slice(1, -1)))
    .join('');
};
const inUrl = (random: Random, name: string) =>
  [...name]
    .map((letter) =>
      random.chance(30)
        ? `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
        : encodeURIComponent(letter),
    )
    .join('');
const inHeader = (random: Random, name: string) =>
  [...name.replace(/[^\w-]/g, '-')]
    .map((letter) => (random.chance(50) ? letter.toUpperCase() : letter))
    .join('');

const trees = [
  `"${spoofed}"`,
  `["${spoofed}"]`,
  `{"__jwt_data":[{"order_id":"${spoofed}"}],"__jwt_sub":["${spoofed}"]}`,
  `{"__proto__":{"order_id":"${spoofed}"}}`,
  `{"constructor":{"prototype":{"order_id":"${spoofed}"}}}`,
];

/** One attack through one door, or through several at once. */
function attack(random: Random) {
  const names = Array.from({ length: 1 + random.pick(3) }, () => nameOf(random));
  const innocent: [string, string][] = random.chance(50) ? [['name', 'Ann']] : [];
  const fields = [...innocent, ...names.map((name): [string, string] => [name, spoofed])];
  const encoded = () => fields.map(([name, value]) => `${inUrl(random, name)}=${value}`).join('&');
  const object = () => {
    const members = innocent.map(([name, value]) => `"${name}":"${value}"`);
    for (const name of names)
      members.splice(random.pick(members.length + 1), 0, `"${inJson(random, name)}":${random.oneOf(trees)}`);
    return `{${members.join(random.oneOf([',', ' , ']))}}`;
  };
  const bodies = [
    (): [string, string] => [
      object(),
      random.oneOf([json, 'Application/JSON;charset=x', 'application/a+json']),
    ],
    (): [string, string] => [encoded(), urlencoded],
    (): [Buffer, string] => multipart(fields),
    (): [string, string | undefined] => ['', undefined],
  ];
  const [body, type] = random.oneOf(bodies)();
  const headers = random.chance(50) ? names.flatMap((name) => [inHeader(random, name), spoofed]) : [];
  return { body, type, headers, query: random.chance(50) ? encoded() : '' };
}

/** The names at the top of `__data` that begin with `__`, and what stands under such names in its headers. */
function reservedIn(text: string): [string, string] {
  const data = parseOwnJson(text) as Data;
  const outer = Object.keys(data).filter((name) => name.startsWith('__'));
  const inner = Object.entries(data.__headers as Data).filter(([name]) => name.startsWith('__'));
  return [outer.join(), inner.length === 0 ? '' : JSON.stringify(inner)];
}

describe(`spoofing (decisions 3, security 6.2), HARK_SEED=${seedOfRun}`, () => {
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

  test(`none of ${cases} attempts puts anything where only the service writes`, { timeout: 600_000 }, () => {
    for (let index = 0; index < cases; index++) {
      const made = attack(random);
      const mode = random.oneOf<{ expected: string; token?: string; settings: ResolvedSettings }>(modes);
      const headers = [...made.headers, ...(mode.token ? ['Authorization', `Bearer ${mode.token}`] : [])];
      const verdict = judgeRequest({ method: 'POST', headers }, mode.settings, now);
      if (verdict.kind !== 'accepted') throw new Error('the token is good');
      const request = { query: made.query, headers, claims: verdict.claims };
      const text = readInput(parts(made.body, made.type, request));
      const [outer, inner] = reservedIn(text);
      const held = !text.includes(spoofed) && outer === '__headers' && inner === mode.expected;
      // Thrown by hand: an assertion a case would take most of the time.
      if (!held) throw new Error(`case ${index}: ${JSON.stringify({ made, text })}`);
    }
  });

  test('what the service writes is found by the last of two equal names, whatever a lenient reader does', () => {
    const text = readInput(parts('{"a":1,"a":{"__headers":1}}', json));
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
