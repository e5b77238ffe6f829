import { expect, test } from 'vitest';
import { createMask } from '../../../src/core/secrets/index.ts';

const secret = 'cAnArY-7731/"quoted" + ü';
const mask = createMask([secret]);

test.each([0, 1, 2, 3, 4, 5])(
  'a secret is found in the base64 of a longer text, %i bytes before it',
  (before) => {
    for (const spelling of ['base64', 'base64url'] as const) {
      for (const after of ['', 'x', 'xy', 'xyz']) {
        const text = Buffer.from(`${'u'.repeat(before)}${secret}${after}`).toString(spelling);
        const left = mask(text).replace('[secret]', '');
        // At most what its first and last characters share with their neighbours stays.
        expect(left.length).toBeLessThanOrEqual(Math.ceil((before + after.length) / 3) * 4 + 4);
        expect(mask(text)).toContain('[secret]');
      }
    }
  },
);

test('a text within a text within a text, and a form', () => {
  const once = JSON.stringify({ secret });
  for (const text of [
    once,
    JSON.stringify(once),
    JSON.stringify(JSON.stringify(once)),
    `x=${new URLSearchParams({ secret })}`,
  ]) {
    expect(mask(text)).not.toContain('cAnArY');
  }
});

test('what holds no secret stays as it is, and a short secret is not looked for', () => {
  expect(mask('nothing here')).toBe('nothing here');
  expect(createMask(['abc'])('abcabc')).toBe('abcabc');
});
