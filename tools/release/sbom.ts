import { createHash } from 'node:crypto';
import { type LockedPackage, type LockFile, readLockFile } from '../lock-file.ts';
import { spdxLicense } from './licenses.ts';
import names from './names.json' with { type: 'json' };
import type { Release } from './release-facts.ts';
import { type ShippedPackage, shippedPackages } from './shipped-packages.ts';

/**
 * Renders a CycloneDX SBOM of the server and the console. `npm sbom` can't describe the console, leaves out the
 * licenses of packages for other platforms, and gives a different result each time.
 */
export function renderSbom(
  { version, commit, date }: Pick<Release, 'version' | 'commit' | 'date'>,
  lock: LockFile = readLockFile(),
): string {
  const shipped = shippedPackages(lock);
  const refs = new Map(shipped.map((one) => [one.key, purl(one.name, one.entry.version)]));
  const product = purl(names.package, version);
  const needed = new Set(shipped.flatMap((one) => one.dependencies));
  const direct = shipped.filter(({ key }) => !needed.has(key)).map(({ key }) => key);
  const dependsOn = (keys: string[]) => [...new Set(keys.map((key) => refs.get(key) ?? ''))].sort();
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(`${product} ${commit}`)}`,
    version: 1,
    metadata: {
      timestamp: date.toISOString(),
      component: {
        type: 'application',
        'bom-ref': product,
        name: names.package,
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl: product,
      },
    },
    components: uniqueBy(refs, shipped).map((one) => component(lock, one)),
    dependencies: [
      { ref: product, dependsOn: dependsOn(direct) },
      ...uniqueBy(refs, shipped).map(({ key, dependencies }) => ({
        ref: refs.get(key),
        dependsOn: dependsOn(dependencies),
      })),
    ],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function component(lock: LockFile, one: LockedPackage): object {
  const license = spdxLicense(lock, one);
  const { version, integrity = '', optional } = one.entry;
  const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': purl(one.name, version),
    name: one.name,
    version,
    scope: optional ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: hash }],
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    purl: purl(one.name, version),
  };
}

/** Keeps one of the packages that the lock file contains several times in the same version. */
const uniqueBy = (refs: Map<string, string>, shipped: ShippedPackage[]): ShippedPackage[] => [
  ...new Map(shipped.map((one) => [refs.get(one.key), one])).values(),
];

const purl = (name: string, version = ''): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Derives the UUID from the release, so that the same commit gives the same SBOM. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  // RFC 9562: version 8 (custom) and the standard variant.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
