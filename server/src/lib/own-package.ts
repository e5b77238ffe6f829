import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const manifestPath = findPackageJSON(import.meta.url) ?? '';

interface Manifest {
  readonly name: string;
  readonly version: string;
  /** The commit that the package was built from. Undefined if Hark runs from a clone. */
  readonly gitHead?: string;
}

export const ownManifest: Manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));

/**
 * Returns the path of a file that Hark is shipped with. Code must not use `import.meta.url` for this, because a bundle's
 * files are in another folder than the sources.
 */
export const ownFile = (name: string): string => join(dirname(manifestPath), name);
