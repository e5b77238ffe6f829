import { expect, test } from 'vitest';
import { createMask } from '../../../src/core/secrets/index.ts';

const secret = 'cAnArY-7731/"quoted" + ü';
const mask = createMask([secret]);

test.each([0, 1, 2, 3, 4, 5])(
  'masks a secret inside the base64 of a longer text, %i bytes after its start',
  (before) => {
    for (const spelling of ['base64', 'base64url'] as const) {
      for (const after of ['', 'x', 'xy', 'xyz']) {
        const text = Buffer.from(`${'u'.repeat(before)}${secret}${after}`).toString(spelling);
        const left = mask(text).replace('[secret]', '');
        // Only characters that encode neighboring bytes along with the secret's first or last byte may remain.
        expect(left.length).toBeLessThanOrEqual(Math.ceil((before + after.length) / 3) * 4 + 4);
        expect(mask(text)).toContain('[secret]');
      }
    }
  },
);

test('masks a secret in nested JSON strings and in form data', () => {
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

test("leaves other text unchanged, and doesn't mask short secrets", () => {
  expect(mask('nothing here')).toBe('nothing here');
  expect(createMask(['abc'])('abcabc')).toBe('abcabc');
});

test('masks all of a secret that begins with another one', () => {
  expect(createMask(['abcdef', 'abcdefGHI'])('abcdefGHI, abcdef')).toBe('[secret], [secret]');
});
