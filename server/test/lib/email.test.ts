import { expect, test } from 'vitest';
import { emailKey, isEmail } from '../../src/lib/email.ts';

test.each(['ann@acme.test', "o'neil+crm@mail.acme.test", 'a@b', 'jörg@müller.de', '1@2.3'])(
  'accepts %s',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  '',
  'ann',
  '@acme.test',
  'ann@',
  'a@b@c',
  'a b@c.d',
  'ann@acme..test',
  'ann@-acme.test',
  '.ann@acme.test',
  'ann.@acme.test',
  'a..b@c.d',
  'ann@acme.test\n',
  'ann\u0000@acme.test',
  '<ann@acme.test>',
  `${'x'.repeat(65)}@a.b`,
  `a@${'b.'.repeat(130)}c`,
])('rejects %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

test('compares email addresses case-insensitively and in Unicode normal form', () => {
  expect(emailKey('Ann@ACME.test')).toBe('ann@acme.test');
  expect(emailKey('jo\u0308rg@a.b')).toBe(emailKey('j\u00f6rg@a.b'));
});

test('checks a very long string quickly', () => {
  const before = performance.now();
  isEmail(`${'a.'.repeat(1_000_000)}@b`);
  expect(performance.now() - before).toBeLessThan(100);
});
