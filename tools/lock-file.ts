import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts of a package-lock.json entry that our tools read or write. */
export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockEntry>;
}

/** A package that npm downloads, with the key of its entry in the lock file. */
export interface LockedPackage {
  key: string;
  name: string;
  /** The package as `name@version`, as in the registry. */
  spec: string;
  entry: LockEntry;
}

export const lockFile = path.resolve(import.meta.dirname, '..', 'package-lock.json');

export const readLockFile = (): LockFile => JSON.parse(readFileSync(lockFile, 'utf8')) as LockFile;

/** Lists every entry except the repository's own workspaces and the links to them. */
export const downloadedPackages = (lock: LockFile): LockedPackage[] =>
  Object.entries(lock.packages)
    .filter(([key, entry]) => key.includes('node_modules/') && !entry.link)
    .map(([key, entry]) => {
      const name = key.split('node_modules/').at(-1) ?? '';
      return { key, name, spec: `${name}@${entry.version}`, entry };
    });
