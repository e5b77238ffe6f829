import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of a package-lock.json entry that our tools read or write. */
export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

/** A package that npm downloads, with the key of its entry in the lock file. */
export interface LockedPackage {
  key: string;
  /** `name@version`, as the registry knows it. */
  spec: string;
  entry: LockEntry;
}

export const lockFile = path.resolve(import.meta.dirname, '..', 'package-lock.json');

export const readLockFile = (): LockFile => JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile;

/** Every entry except the repository's own workspaces and the links to them. */
export const downloadedPackages = (lock: LockFile): LockedPackage[] =>
  Object.entries(lock.packages)
    .filter(([key, entry]) => key.includes('node_modules/') && !entry.link)
    .map(([key, entry]) => ({
      key,
      spec: `${key.split('node_modules/').at(-1)}@${entry.version}`,
      entry,
    }));
