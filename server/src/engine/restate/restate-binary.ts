import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { fault } from '../../lib/errors.ts';

/**
 * Path of the engine's binary for this machine. The package's own JavaScript wrapper is not used: it would stand
 * between us and the process, so that process ids and signals would be its own.
 */
export function findRestateBinary(platform: string = process.platform, arch: string = process.arch): string {
  const require = createRequire(import.meta.url);
  try {
    // The binaries are dependencies of that package, not of ours: look from there.
    const wrapper = createRequire(require.resolve('@restatedev/restate-server/package.json'));
    const path = wrapper.resolve(`@restatedev/restate-server-${platform}-${arch}/bin/restate-server`);
    accessSync(path, constants.X_OK);
    return path;
  } catch (error) {
    throw fault(
      'engine_missing',
      `There is no restate-server for ${platform}-${arch} here. Run \`npm ci\` with optional packages on Linux or ` +
        'macOS (x64 or arm64), or run the engine elsewhere and set RESTATE_INGRESS_URL and RESTATE_ADMIN_URL.',
      error,
    );
  }
}
