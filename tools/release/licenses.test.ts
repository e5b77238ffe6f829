import { expect, test } from 'vitest';
import { type LockEntry, readLockFile } from '../lock-file.ts';
import { findLicenseProblems } from './licenses.ts';
import { renderNotices } from './notices.ts';

const lock = readLockFile();

const withPackage = (name: string, entry: LockEntry) => ({
  packages: { ...lock.packages, [`node_modules/${name}`]: { version: '1.0.0', ...entry } },
});

/** Adds a package to the lock file and makes the server depend on it. */
const withShipped = (name: string, entry: LockEntry) => {
  const server = lock.packages.server ?? {};
  const { packages } = withPackage(name, entry);
  return { packages: { ...packages, server: { dependencies: { ...server.dependencies, [name]: '1.0.0' } } } };
};

test('every package in the lock file has an allowed license', () => {
  expect(findLicenseProblems(lock)).toEqual([]);
});

test.each([
  'GPL-3.0-only',
  'MIT AND GPL-3.0-only',
  '(MIT OR GPL-2.0) AND CC-BY-SA-4.0',
  'SEE LICENSE IN LICENSE',
])('rejects the license %s', (license) => {
  expect(findLicenseProblems(withPackage('planted', { license, dev: true }))).toEqual([
    `planted@1.0.0: the license ${license} is not in tools/release/licenses.json.`,
  ]);
});

test('rejects a package without a license', () => {
  expect(findLicenseProblems(withPackage('planted', {}))).toEqual([
    'planted@1.0.0: the license (none) is not in tools/release/licenses.json.',
  ]);
});

test('accepts a choice of licenses if one of them is allowed', () => {
  expect(findLicenseProblems(withPackage('planted', { license: '(GPL-2.0 OR MIT)' }))).toEqual([]);
});

test('accepts the Business Source License only for the engine', () => {
  expect(findLicenseProblems(withPackage('planted', { license: 'BSL' }))).toHaveLength(1);
});

test('rejects a license that is allowed for development tools when the package is shipped', () => {
  expect(findLicenseProblems(withShipped('lightningcss-planted', { license: 'MPL-2.0' }))).toEqual([
    'lightningcss-planted@1.0.0: the license MPL-2.0 is only allowed for packages that are not shipped.',
  ]);
});

test('a shipped package without a license text needs a notice', () => {
  expect(() => renderNotices(withShipped('planted', { license: 'MIT' }))).toThrow(
    'planted@1.0.0 contains no license text.',
  );
});

test("the notices contain the engine's license, and its builds for other platforms", () => {
  const notices = renderNotices();
  expect(notices).toContain('- @restatedev/restate-server-linux-arm64 ');
  expect(notices).toContain('Business Source License 1.1\n\nParameters');
});
