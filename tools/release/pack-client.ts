// Builds the client's package: `npm run -s pack:client -- --out DIR` prints the path of the tarball.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import names from './names.json' with { type: 'json' };
import { pack, REPOSITORY, readJson, readOut, runTool } from './pack.ts';

/** Builds the client and packs it into this folder. @returns the path of the tarball */
export const packClient = (out: string): Promise<string> =>
  pack(out, async (folder) => {
    const dist = path.join(folder, 'dist');
    await runTool('typescript/bin/tsc', ['--project', 'client', '--outDir', dist]);
    nameCompiledFiles(dist);
    copyFileSync(path.join(REPOSITORY, 'client/README.md'), path.join(folder, 'README.md'));
    return publishedManifest();
  });

// Renames the imports in declarations. The compiler rewrites file extensions in the code that it emits, but not
// in declarations, where only the newest TypeScript versions understand `.ts`.
function nameCompiledFiles(dist: string): void {
  for (const name of readdirSync(dist).filter((one) => one.endsWith('.d.ts'))) {
    const file = path.join(dist, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/ from '(\.\/[\w.-]+)\.ts';/g, " from '$1.js';"));
  }
}

/**
 * Returns the repository's manifest, made public, with the fields from `publishConfig` in place of the source
 * paths.
 */
function publishedManifest(): object {
  const { private: _, publishConfig, ...manifest } = readJson('client/package.json');
  const { exports, ...config } = publishConfig;
  return { ...manifest, name: names.client, exports, publishConfig: config };
}

if (import.meta.main) console.log(await packClient(readOut()));
