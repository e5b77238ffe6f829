// Builds the package with server, console and command line: `npm run -s pack:hark -- --out DIR` prints the path of
// the tarball. It contains the server as a bundle, and the other files where they are in `server/`.
import { copyFileSync, cpSync } from 'node:fs';
import path from 'node:path';
import { readLockFile } from '../lock-file.ts';
import { buildServer } from './build-server.ts';
import names from './names.json' with { type: 'json' };
import { pack, REPOSITORY, readJson, readOut, runTool, writeJson } from './pack.ts';
import { productionTree } from './production-tree.ts';

/** Builds the server and the console and packs them into this folder. @returns the path of the tarball */
export const packHark = (out: string): Promise<string> =>
  pack(out, async (folder) => {
    await Promise.all([
      buildServer(path.join(folder, 'dist'), path.join(REPOSITORY, 'server/dist')),
      runTool('vite/bin/vite.js', ['build', '--outDir', path.join(folder, 'console')], 'web'),
    ]);
    for (const part of ['bin', 'migrations'])
      cpSync(path.join(REPOSITORY, 'server', part), path.join(folder, part), { recursive: true });
    copyFileSync(path.join(REPOSITORY, 'README.md'), path.join(folder, 'README.md'));
    copyFileSync(path.join(REPOSITORY, 'server/NOTICES.md'), path.join(folder, 'NOTICES.md'));
    const manifest = publishedManifest();
    writeJson(path.join(folder, 'npm-shrinkwrap.json'), shrinkwrap(manifest));
    return manifest;
  });

function publishedManifest() {
  const { private: _, devDependencies: __, ...manifest } = readJson('server/package.json');
  return { ...manifest, name: names.package };
}

/** Makes npm install the exact packages that we tested, including the indirect dependencies. */
function shrinkwrap(manifest: ReturnType<typeof publishedManifest>): object {
  const { name, version, license, dependencies, optionalDependencies, bin, engines } = manifest;
  const root = { name, version, license, dependencies, optionalDependencies, bin, engines };
  const packages = { '': root, ...productionTree(readLockFile(), 'server') };
  return { name, version, lockfileVersion: 3, requires: true, packages };
}

if (import.meta.main) console.log(await packHark(readOut()));
