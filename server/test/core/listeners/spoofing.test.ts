import { afterAll, describe, expect, test } from 'vitest';
import { judgeRequest, readInput } from '../../../src/core/listeners/index.ts';
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

describe(`spoofing (decisions 3, security 6.2), HARK_SEED=${seedOfRun}`, () => {
  const random = seededRandom(seedOfRun);

  test(`none of ${cases} attempts puts anything where only the service writes`, () => {
    const real = { order_id: 'real' };
    for (let index = 0; index < cases; index++) {
      const made = attack(random);
      const mode = random.oneOf(['off', 'without claims', 'with claims']);
      const token = mode === 'with claims' ? good({ data: real, sub: 'real' }) : good();
      const headers = [...made.headers, 'Authorization', `Bearer ${token}`];
      const verdict = judgeRequest(
        { method: 'POST', headers },
        settings({ addAuthentication: mode !== 'off' }),
        now,
      );
      if (verdict.kind !== 'accepted') throw new Error('the token is good');
      const text = readInput(
        parts(made.body, made.type, { query: made.query, headers, claims: verdict.claims }),
      );
      const context = JSON.stringify({ index, made, text });
      expect(text.includes(spoofed), context).toBe(false);
      const data = parseOwnJson(text) as Data;
      expect(
        Object.keys(data).filter((name) => name.startsWith('__')),
        context,
      ).toEqual(['__headers']);
      const reserved = Object.entries(data.__headers as Data).filter(([name]) => name.startsWith('__'));
      const expected =
        mode === 'with claims'
          ? [
              ['__jwt_data', [real]],
              ['__jwt_sub', ['real']],
            ]
          : [];
      expect(reserved, context).toEqual(expected);
      expect('order_id' in {} || 'name' in Object.prototype, context).toBe(false);
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
