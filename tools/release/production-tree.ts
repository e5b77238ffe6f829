import type { LockEntry, LockFile } from '../lock-file.ts';

/**
 * Returns the lock file's entries for the packages that a workspace needs in production, on all platforms. Keys are
 * paths as if the workspace were the root of its own repository.
 */
export function productionTree(lock: LockFile, workspace: string): Record<string, LockEntry> {
  const found = new Set<string>();
  const collect = (key: string): void => {
    const { dependencies, optionalDependencies } = lock.packages[key] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const needed = findPackage(lock, key, name);
      if (found.has(needed)) continue;
      found.add(needed);
      collect(needed);
    }
  };
  collect(workspace);
  const tree: Record<string, LockEntry> = {};
  for (const key of [...found].sort()) {
    const place = key.replace(`${workspace}/node_modules/`, 'node_modules/');
    if (tree[place]) throw new Error(`${place} is needed in two versions. Run npm dedupe.`);
    tree[place] = lock.packages[key] ?? {};
  }
  return tree;
}

/** Finds a dependency as Node.js does: in the package itself, then in each folder above it. */
export function findPackage(lock: LockFile, from: string, name: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const key = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[key]) return key;
    if (folder === '') throw new Error(`package-lock.json has no ${name}, which ${from} needs.`);
  }
}
