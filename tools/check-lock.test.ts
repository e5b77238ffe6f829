import { expect, test } from 'vitest';
import { findLockProblems } from './check-lock.ts';
import exceptions from './lock-exceptions.json' with { type: 'json' };
import { type LockEntry, readLockFile } from './lock-file.ts';

const lock = readLockFile();
const withEntry = (key: string, entry: LockEntry) => ({ packages: { ...lock.packages, [key]: entry } });
const integrity = `sha512-${'A'.repeat(86)}==`;

test('every package in the lock file has a SHA-512 integrity hash or is a named exception', () => {
  expect(findLockProblems(lock, exceptions.packages)).toEqual([]);
});

test('an entry without integrity is rejected', () => {
  const planted = withEntry('node_modules/planted', { version: '1.0.0' });
  expect(findLockProblems(planted, exceptions.packages)).toEqual([
    'node_modules/planted has no SHA-512 integrity. Run `npm run lock`.',
  ]);
});

test('a hash weaker than SHA-512 is rejected', () => {
  const planted = withEntry('node_modules/planted', { version: '1.0.0', integrity: 'sha1-AAAA' });
  expect(findLockProblems(planted, exceptions.packages)).toHaveLength(1);
});

test('an entry that names the host it was downloaded from is rejected', () => {
  const resolved = 'https://packages.example.com/planted-1.0.0.tgz';
  const planted = withEntry('node_modules/planted', { version: '1.0.0', integrity, resolved });
  expect(findLockProblems(planted, exceptions.packages)).toEqual([
    'node_modules/planted has "resolved". Run `npm run lock`.',
  ]);
});

test('a package that runs in production cannot be an exception', () => {
  const planted = withEntry('node_modules/planted', { version: '1.0.0', optional: true });
  expect(findLockProblems(planted, [...exceptions.packages, 'planted@1.0.0'])).toEqual([
    "node_modules/planted can't be an exception: only optional development packages can.",
  ]);
});

test('a package with an install script is rejected', () => {
  const planted = withEntry('node_modules/planted', { version: '1.0.0', integrity, hasInstallScript: true });
  expect(findLockProblems(planted, exceptions.packages)).toEqual([
    'node_modules/planted has an install script, which runs where users install Hark.',
  ]);
});

test('an exception that is no longer needed is rejected', () => {
  expect(findLockProblems(lock, [...exceptions.packages, 'zod@0.0.1'])).toEqual([
    'zod@0.0.1 needs no exception. Remove it from tools/lock-exceptions.json.',
  ]);
});
