import type { Random } from '../harness/seeded-random.ts';

const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
];

/** Strings that break careless code when it stores, compares, measures or prints them. */
const badTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\udc00\ud800',
  '\u0001',
  '\u00011\u0001',
  '\u0002',
  '\u0001999999\u0001',
  '\u007f\u0085\u2028\ufeff',
  '\uffff',
  '\u{10ffff}',
  '\ud7ff',
  'İİİİ',
  'ß',
  '\ufb2c'.repeat(200),
  '\u0344'.repeat(1_000),
  '\u0301'.repeat(999),
  `${'a'.repeat(191)}😀${'b'.repeat(100)}`,
  `${'a'.repeat(255)}😀`,
  '😀'.repeat(500),
  'a'.repeat(1_000),
  'a'.repeat(1_001),
  "'; drop table leads; --",
  '$1',
  '%',
  '_%\\',
  '\\',
  '"',
  '{{ 7 * 7 }}',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '١٢٣',
  '0000-01-01',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T25:61:61Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01T00:00:00.123456789Z',
  'infinity',
  '-infinity',
  `${'a'.repeat(64)}@example.test`,
  `a@${'b.'.repeat(120)}c`,
  `a@${'b-'.repeat(100)}`,
  '@',
  'a@b@c',
  'ü@ünïcödé.test',
  ...prototypeNames,
];

const badNumbers: readonly number[] = [
  0,
  -0,
  -1,
  1.5,
  1e-308,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53) + 1,
  2 ** 63,
  1e21,
  5e-324,
];

/** Returns a string from the list, a string of random code units, or a very long string. */
export function badText(random: Random): string {
  const kind = random.pick(20);
  if (kind === 0)
    return random.oneOf(['a', '\u0301', '😀', '\\', '"', '%', '{', '\u0000']).repeat(random.pick(70_000));
  if (kind < 4)
    return Array.from({ length: random.pick(40) }, () => String.fromCharCode(random.pick(65_536))).join('');
  return random.oneOf(badTexts);
}

/** Returns a random JSON value, usually one that the API must reject. */
export function badValue(random: Random, depth = 0): unknown {
  const kind = random.pick(depth > 3 ? 6 : 10);
  if (kind < 3) return badText(random);
  if (kind === 3) return random.oneOf(badNumbers);
  if (kind === 4) return random.oneOf([null, true, false]);
  if (kind === 5) return random.oneOf<unknown>([[], {}, [[]], [null], [{}], { id: {} }, { id: null }]);
  if (kind < 8) return Array.from({ length: random.pick(5) }, () => badValue(random, depth + 1));
  if (kind === 8 && random.chance(10)) return Array.from({ length: 101 + random.pick(2_000) }, () => 'x');
  return badObject(random, depth);
}

function badObject(random: Random, depth: number): unknown {
  const keys = [
    ...prototypeNames,
    'id',
    'name',
    'alias',
    'operator',
    'value',
    'input',
    'all',
    'any',
    '',
    '\u0000',
  ];
  // Object.fromEntries creates `__proto__` as an own key, so it ends up in the JSON.
  return Object.fromEntries(
    Array.from({ length: random.pick(4) }, () => [random.oneOf(keys), badValue(random, depth + 1)]),
  );
}

/**
 * Serializes the value as JSON and sometimes corrupts the result: truncates it, nests it too deep, duplicates it,
 * changes its encoding, or adds numbers that don't fit a double.
 */
export function badJson(random: Random, value: unknown): Buffer {
  const text = JSON.stringify(value) ?? 'undefined';
  const place = random.pick(text.length + 1);
  const [before, after] = [text.slice(0, place), text.slice(place)];
  const depth = random.oneOf([63, 64, 65, 1_000, 100_000]);
  switch (random.pick(24)) {
    case 0:
      return Buffer.from(before);
    case 1:
      return Buffer.from(
        before + random.oneOf(['\u0000', '{', ']', ',', '"', '\\u12', '1e999', '-', 'NaN']) + after,
      );
    case 2:
      return Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from(after)]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.from(`\ufeff${text}`);
    case 5:
      return Buffer.from(`${'['.repeat(depth)}${text}${']'.repeat(depth)}`);
    case 6:
      return Buffer.from(`${'{"all":['.repeat(depth)}${text}${']}'.repeat(depth)}`);
    case 7:
      return Buffer.from(
        text.replace(/:(-?\d+)/, `:${random.oneOf(['1e400', '-1e400', '9'.repeat(400), '0.1e-400'])}`),
      );
    case 8:
      return Buffer.from(text.replace(/\{/, '{"score":1,"score":"x","__proto__":{"id":1},'));
    case 9:
      return Buffer.alloc(random.oneOf([0, 1, 1024 * 1024, 1024 * 1024 + 1]), ' ');
    default:
      return Buffer.from(text);
  }
}
