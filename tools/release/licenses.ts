// Fails if a package in the lock file has a license that isn't allowed. This is part of `npm run check`.
import path from 'node:path';
import { downloadedPackages, type LockedPackage, type LockFile, readLockFile } from '../lock-file.ts';
import policy from './licenses.json' with { type: 'json' };
import { shippedPackages } from './shipped-packages.ts';

/** Lists every package with a license that isn't allowed, and every exception that no package needs. */
export function findLicenseProblems(lock: LockFile): string[] {
  const shipped = new Set(shippedPackages(lock).map(({ key }) => key));
  const used = new Set<string>();
  const problems = downloadedPackages(lock).flatMap((one) => {
    const license = declaredLicense(lock, one);
    if (isAllowed(license)) return [];
    const exception = exceptionFor(one.name, license);
    if (exception === undefined)
      return [`${one.spec}: the license ${license ?? '(none)'} is not in tools/release/licenses.json.`];
    used.add(exception.license);
    if (exception.shipped || !shipped.has(one.key)) return [];
    return [`${one.spec}: the license ${license} is only allowed for packages that are not shipped.`];
  });
  const unneeded = policy.exceptions.filter(({ license }) => !used.has(license));
  return [
    ...problems,
    ...unneeded.map(({ license }) => `No package needs the exception for ${license}. Remove it.`),
  ];
}

/** Returns the SPDX expression of a package's license, for packages that passed the check. */
export function spdxLicense(lock: LockFile, one: LockedPackage): string {
  const license = declaredLicense(lock, one);
  const spdx = exceptionFor(one.name, license)?.spdx ?? license;
  if (spdx === undefined) throw new Error(`${one.spec} declares no license.`);
  return spdx;
}

/**
 * Lists the builds of the same program, if this package is a build for one platform. Builds for other platforms
 * are not installed, so npm doesn't record their license, and few builds contain the license text.
 */
export const platformBuilds = (lock: LockFile, { name, entry }: LockedPackage): LockedPackage[] =>
  entry.cpu || entry.os
    ? downloadedPackages(lock).filter((one) => withoutPlatform(one.name) === withoutPlatform(name))
    : [];

const withoutPlatform = (name: string): string =>
  name.replace(/-(android|darwin|freebsd|linux|openharmony|wasm32|win32)\b.*$/, '');

const declaredLicense = (lock: LockFile, one: LockedPackage): string | undefined =>
  [one, ...platformBuilds(lock, one)].find(({ entry }) => entry.license)?.entry.license;

/** Accepts one license or a choice of licenses. A combination with AND or WITH needs an exception. */
const isAllowed = (license: string | undefined): boolean =>
  license !== undefined &&
  !/ (AND|WITH) /.test(license) &&
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => policy.allowed.includes(one));

const exceptionFor = (name: string, license: string | undefined) =>
  policy.exceptions.find(
    (exception) =>
      exception.license === license && exception.packages.some((pattern) => path.matchesGlob(name, pattern)),
  );

if (import.meta.main) {
  const lock = readLockFile();
  const problems = findLicenseProblems(lock);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exit(1);
  }
  const [all, shipped] = [downloadedPackages(lock).length, shippedPackages(lock).length];
  console.log(`The licenses of ${all} packages are allowed. ${shipped} of the packages are shipped.`);
}
