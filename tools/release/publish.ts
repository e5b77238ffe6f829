// Publishes the artifacts in dist/release: `node tools/release/publish.ts npm|images|chart|github`. The release
// workflow calls this once per target, without installing any packages. A target can be published again after a failure:
// it skips what is already complete. With --dry-run, it prints the commands instead of running them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import names from './names.json' with { type: 'json' };

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, from: { type: 'string', default: 'dist/release' } },
  allowPositionals: true,
});
const repository = path.resolve(import.meta.dirname, '../..');
const { version } = manifest;
const isPrerelease = version.includes('-');
const folder = values.from;
/** GitHub's registry can also deny access to what doesn't exist. */
const NOT_IN_REGISTRY = /not found|(manifest|name) unknown|denied|403 Forbidden/i;

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
  for (const name of [names.package, names.client]) {
    const published = lookUp(/E404/, 'npm', 'view', `${name}@${version}`, 'dist.integrity')?.trim();
    if (published) {
      if (published !== integrityOf(packed(name)))
        throw new Error(`${name} ${version} is already published with other content. Release a new version.`);
      console.log(`${name} ${version} is already published.`);
      continue;
    }
    const tag = `--tag=${isPrerelease ? 'next' : 'latest'}`;
    run('npm', 'publish', `./${packed(name)}`, '--provenance', '--access=public', tag);
  }
}

/** Tries the images on this machine before it pushes them for all platforms: the build uses the same cache. */
function pushImages(): void {
  const digests = [names.image, names.engine_image].map(imageDigest);
  if (values['dry-run'] || digests.includes(undefined)) {
    const build = ['npm', 'run', '--silent', 'image', '--', '--tarball', packed(names.package)] as const;
    run(...build, '--', '--load');
    run('node', 'tools/release/try-images.ts');
    const platforms = '--platform=linux/amd64,linux/arm64';
    run(...build, '--', platforms, '--sbom=true', '--provenance=mode=max', '--push');
  }
  for (const image of [names.image, names.engine_image]) sign(image, imageDigest(image));
}

/** Returns the digest of an image in the registry. */
function imageDigest(image: string): string | undefined {
  const format = ['--format', '{{.Manifest.Digest}}'];
  const inspect = ['buildx', 'imagetools', 'inspect', `${image}:${version}`, ...format];
  return lookUp(NOT_IN_REGISTRY, 'docker', ...inspect);
}

function pushChart(): void {
  const scratch = mkdtempSync(path.join(tmpdir(), 'hark-chart-'));
  try {
    // Helm prints the digest to standard error.
    const pull = `helm pull ${names.chart} --version ${version} --destination ${scratch} 2>&1`;
    const pushed = lookUp(NOT_IN_REGISTRY, 'sh', '-c', pull);
    const push = `helm push ${folder}/hark-${version}.tgz ${path.posix.dirname(names.chart)} 2>&1`;
    sign(names.chart.replace('oci://', ''), pushed ?? run('sh', '-c', push));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function createRelease(): void {
  const bundle = `${folder}/SHA256SUMS.sigstore.json`;
  run('cosign', 'sign-blob', '--yes', '--bundle', bundle, `${folder}/SHA256SUMS`);
  const files = readdirSync(path.resolve(repository, folder))
    .sort()
    .map((name) => `${folder}/${name}`);
  const tag = `v${version}`;
  if (lookUp(/release not found/, 'gh', 'release', 'view', tag) !== undefined) {
    run('gh', 'release', 'upload', tag, '--clobber', ...files);
    return;
  }
  const kind = isPrerelease ? ['--prerelease'] : [];
  const about = [`--title=Hark ${version}`, `--notes-file=${folder}/RELEASE_NOTES.md`, ...kind];
  run('gh', 'release', 'create', tag, '--verify-tag', ...about, ...files);
}

/** Signs what a registry stores under the digest in this output. A tag could be moved, a digest can't. */
function sign(name: string, output: string | undefined): void {
  const digest = values['dry-run'] ? 'sha256:…' : /sha256:[0-9a-f]{64}/.exec(output ?? '')?.[0];
  if (digest === undefined) throw new Error(`The digest of ${name} is missing in: ${output}`);
  run('cosign', 'sign', '--yes', `${name}@${digest}`);
}

/** Returns the tarball that `npm pack` wrote for a package: `@scope/name` becomes `scope-name-VERSION.tgz`. */
function packed(name: string): string {
  return `${folder}/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

function integrityOf(file: string): string {
  const content = readFileSync(path.resolve(repository, file));
  return `sha512-${createHash('sha512').update(content).digest('base64')}`;
}

/** Runs a command in the repository and returns what it printed. */
function run(program: string, ...args: string[]): string {
  const output = lookUp(undefined, program, ...args) ?? '';
  console.log(output);
  return output;
}

/** Runs a command and returns what it printed, or undefined if it failed with this message. */
function lookUp(missing: RegExp | undefined, program: string, ...args: string[]): string | undefined {
  const command = [program, ...args].join(' ');
  console.log(`$ ${command}`);
  if (values['dry-run']) return undefined;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', missing === undefined ? 'inherit' : 'pipe'],
  });
  if (status === 0) return stdout;
  if (missing?.test(`${stdout}${stderr}`)) return undefined;
  throw new Error(`${command} failed: ${stderr ?? stdout}`);
}
