// Run after `npm install`, before committing package-lock.json: `npm run lock`.
//
// If the registry in use doesn't have an optional package for another platform, npm leaves it out of the lock file.
// `npm ci` then rejects that lock file, so this adds the missing packages with their version and platform. npm can also
// omit the integrity of a package that is already installed, so this adds it from the registry's metadata.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import exceptions from './lock-exceptions.json' with { type: 'json' };
import { downloadedPackages, type LockEntry, lockFile, readLockFile } from './lock-file.ts';

const run = promisify(execFile);
const maxParallelRequests = 6;
const requestTimeoutMs = 60_000;

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const lock = readLockFile();
const missing = Object.entries(lock.packages).flatMap(([place, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(
      ([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${place}/node_modules/${name}`],
    )
    .map(([name, version]): [string, LockEntry] => [
      `node_modules/${name}`,
      platformEntry(name, version, parent.dev),
    ]),
);
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)));
console.log(`${missing.length} optional packages for other platforms added.`);

const completed = await completeIntegrity();
writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${completed} integrity values added.`);

/** Adds the integrity to every entry that lacks it, and removes the URL that a package was downloaded from. */
async function completeIntegrity(): Promise<number> {
  const waiting = downloadedPackages(lock);
  for (const { entry } of waiting) delete entry.resolved;
  const lacking = waiting.filter(({ entry }) => !entry.integrity?.startsWith('sha512-'));
  let found = 0;
  const work = async (): Promise<void> => {
    for (let next = lacking.shift(); next; next = lacking.shift()) {
      const { key, spec, entry } = next;
      const integrity = await readIntegrity(spec);
      if (integrity === undefined) {
        if (!exceptions.packages.includes(spec)) {
          console.error(`${spec}: the registry has no SHA-512 hash for this package.`);
          process.exitCode = 1;
        }
        continue;
      }
      const { version, ...rest } = entry;
      lock.packages[key] = { ...(version === undefined ? {} : { version }), integrity, ...rest };
      found += 1;
    }
  };
  await Promise.all(Array.from({ length: maxParallelRequests }, work));
  return found;
}

/** Returns the SHA-512 from the registry's metadata. Undefined if the registry doesn't have the package. */
async function readIntegrity(spec: string): Promise<string | undefined> {
  const { stdout } = await run('npm', ['view', spec, 'dist.integrity', '--json'], {
    timeout: requestTimeoutMs,
  }).catch((error: Error & { stdout?: string }) => {
    if (error.stdout?.includes('"E404"')) return { stdout: '' };
    throw error;
  });
  const integrity: unknown = stdout.trim() === '' ? undefined : JSON.parse(stdout);
  return typeof integrity === 'string' && integrity.startsWith('sha512-') ? integrity : undefined;
}

/** Builds the entry for a package whose name contains its platform, such as `@scope/tool-linux-x64-musl`. */
function platformEntry(name: string, version: string, dev: boolean | undefined): LockEntry {
  const words = name.split('/').at(-1)?.split(/[-_.]/) ?? [];
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (cpu.length === 0) throw new Error(`the name ${name} does not contain a known platform`);
  const isMusl = words.some((word) => word.startsWith('musl'));
  return {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(isMusl || os[0] === 'linux' ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
