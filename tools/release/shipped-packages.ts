import { downloadedPackages, type LockEntry, type LockedPackage, type LockFile } from '../lock-file.ts';
import policy from './licenses.json' with { type: 'json' };
import { findPackage } from './production-tree.ts';

/** A package that is part of a release, with the lock file keys of the packages that it depends on. */
export interface ShippedPackage extends LockedPackage {
  dependencies: string[];
}

/**
 * Lists every third-party package in a release: what the server needs to run on any platform, and what the
 * console can bundle. They are sorted by name and version.
 */
export function shippedPackages(lock: LockFile): ShippedPackage[] {
  const all = new Map(downloadedPackages(lock).map((one) => [one.key, one]));
  const shipped = new Map<string, ShippedPackage>();
  const waiting = [...serverRoots(lock), ...consoleRoots(lock)];
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    const one = all.get(key);
    if (one === undefined || shipped.has(key)) continue;
    const dependencies = dependencyKeys(lock, key, namesOf(one.entry));
    shipped.set(key, { ...one, dependencies });
    waiting.push(...dependencies);
  }
  return [...shipped.values()].sort((a, b) => (a.spec < b.spec ? -1 : 1));
}

const serverRoots = (lock: LockFile): string[] =>
  dependencyKeys(lock, 'server', namesOf(lock.packages.server));

// The console's packages are development dependencies, because the built console doesn't need them. This list
// names the build tools, so that a package that is missing in it gets a notice too many and not one too few.
function consoleRoots(lock: LockFile): string[] {
  const names = Object.keys(lock.packages.web?.devDependencies ?? {});
  const bundled = names.filter((name) => !policy.consoleBuildTools.includes(name));
  return dependencyKeys(lock, 'web', bundled);
}

const namesOf = (entry: LockEntry | undefined): string[] =>
  Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies });

const dependencyKeys = (lock: LockFile, from: string, names: string[]): string[] =>
  names.map((name) => findPackage(lock, from, name)).sort();
