// Publishes the artifacts in dist/release: `node tools/release/publish.ts npm|images|chart|github`. The release
// workflow calls this once per target, without installing any packages. With --dry-run, it prints the commands instead of running them.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import names from './names.json' with { type: 'json' };

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' } },
  allowPositionals: true,
});
const repository = path.resolve(import.meta.dirname, '../..');
const { version } = manifest;
const isPrerelease = version.includes('-');
const folder = 'dist/release';

const targets: Record<string, () => void> = {
  npm: publishPackages,
  images: pushImages,
  chart: pushChart,
  github: createRelease,
};
const publish = targets[positionals[0] ?? ''];
if (publish === undefined) throw new Error(`Name one target: ${Object.keys(targets).join(', ')}.`);
publish();

function publishPackages(): void {
  for (const name of [names.package, names.client])
    run(
      'npm',
      'publish',
      `./${packed(name)}`,
      '--provenance',
      '--access=public',
      `--tag=${isPrerelease ? 'next' : 'latest'}`,
    );
}

function pushImages(): void {
  const options = ['--platform=linux/amd64,linux/arm64', '--sbom=true', '--provenance=mode=max', '--push'];
  run('npm', 'run', '--silent', 'image', '--', '--tarball', packed(names.package), '--', ...options);
  for (const image of [names.image, names.engine_image])
    sign(
      image,
      run(
        'docker',
        'buildx',
        'imagetools',
        'inspect',
        `${image}:${version}`,
        '--format',
        '{{.Manifest.Digest}}',
      ),
    );
}

function pushChart(): void {
  // Redirected, because Helm prints the digest to standard error.
  sign(
    names.chart.replace('oci://', ''),
    run('sh', '-c', `helm push ${folder}/hark-${version}.tgz ${path.posix.dirname(names.chart)} 2>&1`),
  );
}

function createRelease(): void {
  const bundle = `${folder}/SHA256SUMS.sigstore.json`;
  run('cosign', 'sign-blob', '--yes', '--bundle', bundle, `${folder}/SHA256SUMS`);
  const files = readdirSync(path.join(repository, folder))
    .sort()
    .map((name) => `${folder}/${name}`);
  const kind = isPrerelease ? ['--prerelease'] : [];
  const notes = `--notes-file=${folder}/RELEASE_NOTES.md`;
  run(
    'gh',
    'release',
    'create',
    `v${version}`,
    '--verify-tag',
    `--title=Hark ${version}`,
    notes,
    ...kind,
    ...files,
  );
}

/** Signs what a registry stores under the digest in this output. A tag could be moved, a digest can't. */
function sign(name: string, output: string): void {
  const digest = values['dry-run'] ? 'sha256:…' : /sha256:[0-9a-f]{64}/.exec(output)?.[0];
  if (digest === undefined) throw new Error(`The digest of ${name} is missing in: ${output}`);
  run('cosign', 'sign', '--yes', `${name}@${digest}`);
}

/** Returns the tarball that `npm pack` wrote for a package: `@scope/name` becomes `scope-name-VERSION.tgz`. */
function packed(name: string): string {
  return `${folder}/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** Runs a command in the repository and returns what it printed. */
function run(program: string, ...args: string[]): string {
  console.log(`$ ${[program, ...args].join(' ')}`);
  if (values['dry-run']) return '';
  const output = execFileSync(program, args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  console.log(output);
  return output;
}
