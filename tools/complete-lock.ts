// Run after `npm install`, before committing package-lock.json: `npm run lock`.
//
// npm leaves optional packages of other platforms out of the lock file when the registry in use does not have them,
// and `npm ci` then refuses its own lock file. They are put back with version and platform; no integrity is known here,
// because nobody on this machine has seen the package.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

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

const file = 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const missing = Object.entries(lock.packages).flatMap(([place, parent]) =>
  Object.entries(parent.optionalDependencies ?? {})
    .filter(
      ([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${place}/node_modules/${name}`],
    )
    .map(([name, version]): [string, Entry] => [
      `node_modules/${name}`,
      platformEntry(name, version, parent.dev),
    ]),
);
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} optional packages of other platforms added to ${file}`);

/** Such packages carry their platform in their name: `@scope/tool-linux-x64-musl`. */
function platformEntry(name: string, version: string, dev: boolean | undefined): Entry {
  const words = name.split('/').at(-1)?.split(/[-_.]/) ?? [];
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (cpu.length === 0) throw new Error(`cannot tell the platform of ${name} from its name`);
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
