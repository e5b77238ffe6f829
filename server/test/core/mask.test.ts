import { expect, test } from 'vitest';
import { createMask } from '../../src/core/secrets/mask.ts';
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts';

const mask = createMask(new Map([['a', 's3cret/"pass?wörd']]));
const value = 's3cret/"pass?wörd';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['plain', `x ${value} y`, 'x [secret] y'],
  ['JSON', `{"a":${JSON.stringify(value)}}`, '{"a":"[secret]"}'],
  ['Base64', `x ${base64(value)} y`, 'x [secret] y'],
  ['hex', Buffer.from(value).toString('hex'), '[secret]'],
  ['HEX', Buffer.from(value).toString('hex').toUpperCase(), '[secret]'],
  ['URL', encodeURIComponent(value), '[secret]'],
])('a secret is hidden as %s', (_, text, shown) => {
  expect(mask(text)).toBe(shown);
});

test(`a secret inside the Base64 of a longer text is hidden wherever it begins, HARK_SEED=${seedOfRun}`, () => {
  const random = seededRandom(seedOfRun);
  for (let round = 0; round < 300; round++) {
    const [before, after] = ['x'.repeat(random.pick(9)), 'y'.repeat(random.pick(9))];
    for (const kind of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${value}${after}`).toString(kind);
      const shown = mask(`Basic ${text}`);
      expect(shown).toContain('[secret]');
      // At most the two characters at its edges are left of it.
      const longest = Buffer.from(before + after).toString(kind).length + 8;
      expect(shown.replace('Basic ', '').replace('[secret]', '').length).toBeLessThanOrEqual(longest);
    }
  }
});

test('what holds no secret stays as it is, and a short secret is not looked for', () => {
  expect(mask('nothing here')).toBe('nothing here');
  expect(createMask(new Map([['a', 'abc']]))('abcabc')).toBe('abcabc');
});
