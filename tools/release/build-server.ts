// Builds the server into one bundle, with a chunk for each command: `npm run -s build:server -- --out DIR`. Packages
// stay outside, so npm still installs them, and the lockfile, the notices and the SBOM describe what runs.
import path from 'node:path';
import { rolldown } from 'rolldown';
import { REPOSITORY, readOut } from './pack.ts';

/**
 * Builds into this folder, whose other files are removed.
 * @param home the folder from which the source maps find the sources, if the bundle is moved there afterwards
 */
export async function buildServer(folder: string, home = folder): Promise<void> {
  const bundle = await rolldown({
    cwd: REPOSITORY,
    input: 'server/src/main.ts',
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
  });
  await bundle.write({
    dir: folder,
    cleanDir: true,
    chunkFileNames: '[name].js',
    sourcemap: true,
    // Stack traces need only the paths, and the text would double the size of the bundle.
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source, map) => path.relative(home, path.resolve(path.dirname(map), source)),
  });
  await bundle.close();
}

if (import.meta.main) {
  const out = readOut();
  await buildServer(out);
  console.log(out);
}
