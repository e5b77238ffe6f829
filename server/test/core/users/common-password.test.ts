import { expect, test } from 'vitest';
import { guessableAs } from '../../../src/core/users/common-password.ts';
import { requireGoodPassword } from '../../../src/core/users/index.ts';

const words = ['Ada Lovelace', 'ada.l@example.com', 'Northwind Traders'];

test.each([
  '1qaz2wsx3edc',
  'q1w2e3r4t5y6',
  'polniypizdec0211',
  'leavemealone',
  'administrator',
  'finalfantasy',
  'ADMINISTRATOR',
  'password1234',
  'Password123!',
  'Sunshine2024!!',
  'Jennifer-1985',
  'passwordpassword',
  'QWERTYqwerty!1',
])('a password from lists of stolen passwords is rejected: %s', (password) => {
  expect(guessableAs(password, words)).toBe('stolen');
  expect(() => requireGoodPassword(password)).toThrow(
    'This password is on lists of stolen passwords. Choose another one.',
  );
});

test.each([
  'ada.l@example.com',
  'Ada Lovelace',
  'adalovelace1815',
  'Lovelace2026!',
  'NorthwindTraders',
  'northwind12345',
  'HarkHarkHark',
  'Hark20262026',
])('a name or an email address is rejected: %s', (password) => {
  expect(guessableAs(password, words)).toBe('personal');
  expect(() => requireGoodPassword(password, words)).toThrow(
    'This password is a name or an email address that others know. Choose another one.',
  );
});

test.each([
  'correct horse battery staple',
  'correct horse battery',
  'a good long password',
  'the first good password',
  'my password is long',
  'x7Kq-92fa-LLq0',
  'ada works at northwind',
  '830172946531',
  'dog847592759201',
  '長いパスワードを選ぶべきだ',
])('other passwords are accepted: %s', (password) => {
  expect(() => requireGoodPassword(password, words)).not.toThrow();
});

test('a long password is checked in time', () => {
  expect(guessableAs(`${'ab'.repeat(127)}c`, words)).toBeUndefined();
});
