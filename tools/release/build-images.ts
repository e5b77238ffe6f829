// Builds the images `hark` and `engine` from the packed npm package, with Docker, Podman or Buildah:
//   npm run -s image -- --tarball FILE [--tag TAG] [-- OPTION…]
// The tag defaults to the package's version. Options after the second `--` are passed on to the build command.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import names from './names.json' with { type: 'json' };

const repository = path.resolve(import.meta.dirname, '../..');
const images = { hark: names.image, engine: names.engine_image };

const { values, positionals } = parseArgs({
  options: { tarball: { type: 'string' }, tag: { type: 'string' } },
  allowPositionals: true,
});
const { tarball } = values;
if (tarball === undefined) throw new Error('Pass the packed npm package with --tarball FILE.');
const builder = ['docker', 'podman', 'buildah'].find((name) => spawnSync(name, ['info']).status === 0);
if (builder === undefined) throw new Error('Install Docker, Podman or Buildah, and start it.');

const { version, gitHead } = JSON.parse(
  execFileSync('tar', ['--extract', '--to-stdout', '--file', tarball, 'package/package.json'], {
    encoding: 'utf8',
  }),
);
// Only these two files can end up in an image.
const context = mkdtempSync(path.join(tmpdir(), 'hark-image-'));
try {
  copyFileSync(tarball, path.join(context, 'hark.tgz'));
  copyFileSync(
    path.join(repository, 'deploy/engine-cluster/restate.toml'),
    path.join(context, 'restate.toml'),
  );
  for (const [target, name] of Object.entries(images)) {
    const image = `${name}:${values.tag ?? version}`;
    const options = [
      `--file=${path.join(repository, 'deploy/Dockerfile')}`,
      `--target=${target}`,
      `--tag=${image}`,
      `--build-arg=VERSION=${version}`,
      `--build-arg=REVISION=${gitHead}`,
    ];
    execFileSync(builder, ['build', ...options, ...positionals, context], { stdio: ['ignore', 2, 2] });
    console.log(image);
  }
} finally {
  rmSync(context, { recursive: true });
}
