import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(repository, file), 'utf8');

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The packages that an installation runs, or that are built into the console. */
function runtimePackages(): string[] {
  const manifests = ['server', 'client', 'web'].map(
    (folder): Manifest => JSON.parse(read(`${folder}/package.json`)),
  );
  const { consoleBuildTools }: { consoleBuildTools: string[] } = JSON.parse(
    read('tools/release/licenses.json'),
  );
  const bundled = Object.keys(manifests[2]?.devDependencies ?? {});
  return [
    ...manifests.flatMap(({ dependencies, optionalDependencies }) =>
      Object.keys({ ...dependencies, ...optionalDependencies }),
    ),
    ...bundled.filter((name) => !consoleBuildTools.includes(name)),
  ];
}

/** The names in the first column of the page's tables of packages. `*` at the end of a name matches the rest. */
function documentedPackages(): string[] {
  const [, section = ''] = read('docs/design/toolchain.md').split(/^## Runtime dependencies$/m);
  const rows = section.split(/^## /m)[0]?.match(/^\| `.*?\|/gm) ?? [];
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

const covers = (documented: string, name: string): boolean =>
  documented.endsWith('*') ? name.startsWith(documented.slice(0, -1)) : name === documented;

test('docs/design/toolchain.md has a row for every runtime dependency', () => {
  const documented = documentedPackages();
  expect(runtimePackages().filter((name) => !documented.some((one) => covers(one, name)))).toEqual([]);
});

test('docs/design/toolchain.md names only packages that are dependencies', () => {
  const names = runtimePackages();
  expect(documentedPackages().filter((one) => !names.some((name) => covers(one, name)))).toEqual([]);
});
