// Checks the packages before they are published. Both are built once, which takes most of the time.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LockFile } from '../lock-file.ts';
import names from './names.json' with { type: 'json' };
import { REPOSITORY, readJson, runTool } from './pack.ts';
import { packClient } from './pack-client.ts';
import { packHark } from './pack-hark.ts';
import { productionTree } from './production-tree.ts';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'hark-packages-'));
const packed = path.join(folder, 'package');
let hark: string;
let client: string;
let files: string[];

beforeAll(async () => {
  hark = await packHark(folder);
  client = await packClient(folder);
  await run('tar', ['-xzf', hark, '-C', folder]);
  files = readdirSync(packed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(packed, path.join(entry.parentPath, entry.name)));
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (part: string) => files.filter((name) => name.startsWith(`${part}/`)).sort();
const inPackage = (name: string) => JSON.parse(readFileSync(path.join(packed, name), 'utf8'));

describe('the server package', () => {
  test('contains the bundle with its source maps, the migrations and the built console, and nothing else', () => {
    const chunks = filesIn('dist').filter((name) => name.endsWith('.js'));
    expect(chunks).toContain('dist/main.js');
    expect(filesIn('dist')).toEqual(chunks.flatMap((name) => [name, `${name}.map`]).sort());
    const migrations = readdirSync(path.join(REPOSITORY, 'server/migrations'));
    expect(filesIn('migrations')).toEqual(migrations.map((name) => `migrations/${name}`).sort());
    expect(filesIn('console')).toContain('console/index.html');
    expect(filesIn('console').filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(files.filter((name) => !/^(dist|migrations|console)\//.test(name)).sort()).toEqual([
      'LICENSE',
      'NOTICES.md',
      'README.md',
      'bin/hark.js',
      'npm-shrinkwrap.json',
      'package.json',
    ]);
  });

  test('has source maps that name the files of the repository', () => {
    const sources = filesIn('dist')
      .filter((name) => name.endsWith('.map'))
      .flatMap((name): string[] => inPackage(name).sources);
    expect(sources).toContain('../src/main.ts');
    expect(sources.filter((name) => !existsSync(path.join(REPOSITORY, 'server/dist', name)))).toEqual([]);
  });

  test('loads one package to list the commands', () => {
    const read = new Set<string>();
    const packages = (name: string): string[] => {
      if (!name.startsWith('.')) return [name];
      if (read.has(name)) return [];
      read.add(name);
      const code = readFileSync(path.join(packed, 'dist', name), 'utf8');
      return [...code.matchAll(/^import .*?"([^"]+)";$/gm)].flatMap(([, imported = '']) =>
        packages(imported),
      );
    };
    const loaded = [...packages('./main.js'), ...packages('./program.js')];
    expect(new Set(loaded.filter((name) => !name.startsWith('node:')))).toEqual(new Set(['commander']));
  });

  test('has the production build of React', () => {
    const bundle = filesIn('console').filter((name) => name.endsWith('.js'));
    expect(bundle.length).toBeGreaterThan(0);
    // Only React's development build contains this function.
    expect(bundle.filter((name) => readFileSync(path.join(packed, name), 'utf8').includes('jsxDEV'))).toEqual(
      [],
    );
  });

  test('has a manifest with its public name, version, commit and command, and no development packages', async () => {
    const { stdout: head } = await run('git', ['rev-parse', 'HEAD'], { cwd: REPOSITORY });
    const manifest = inPackage('package.json');
    expect(manifest).toMatchObject({
      name: names.package,
      version: readJson('package.json').version,
      gitHead: head.trim(),
      bin: { hark: 'bin/hark.js' },
      engines: readJson('package.json').engines,
    });
    for (const field of ['private', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(field);
  });

  test('pins its whole dependency tree with hashes', () => {
    const { '': root, ...packages } = inPackage('npm-shrinkwrap.json').packages;
    expect(root.dependencies).toEqual(inPackage('package.json').dependencies);
    expect(Object.keys(packages)).toEqual(
      expect.arrayContaining(['node_modules/commander', 'node_modules/pg']),
    );
    expect(Object.keys(packages)).not.toContain('node_modules/vitest');
    for (const [name, entry] of Object.entries<Record<string, unknown>>(packages)) {
      expect(entry, name).toMatchObject({
        version: expect.any(String),
        integrity: expect.stringMatching(/^sha512-/),
      });
      expect(entry, name).not.toHaveProperty('dev');
    }
  });

  test('passes publint', async () => {
    expect((await runTool('publint/src/cli.js', ['run', hark, '--strict'])).stdout).toContain('All good!');
  });
});

describe('the client package', () => {
  test('passes publint', async () => {
    expect((await runTool('publint/src/cli.js', ['run', client, '--strict'])).stdout).toContain('All good!');
  });

  test('has types that resolve in Node.js and in bundlers', async () => {
    // Exits with an error if it finds a problem.
    const attw = runTool('@arethetypeswrong/cli/dist/index.js', [client, '--profile', 'esm-only']);
    expect((await attw).stdout).toContain(names.client);
  });
});

test('the workspaces have the names under which they are published', () => {
  expect(readJson('server/package.json').name).toBe(names.package);
  expect(readJson('client/package.json').name).toBe(names.client);
});

test('all workspaces and the Helm chart have the same version', () => {
  const chart = readFileSync(path.join(REPOSITORY, 'deploy/helm/hark/Chart.yaml'), 'utf8');
  const { version } = readJson('package.json');
  expect(chart).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
  for (const workspace of ['server', 'web', 'client'])
    expect(readJson(`${workspace}/package.json`).version, workspace).toBe(version);
});

describe('productionTree', () => {
  const lock: LockFile = {
    packages: {
      server: { dependencies: { a: '1' }, optionalDependencies: { b: '1' } },
      'node_modules/a': { version: '1', dependencies: { c: '1' } },
      'node_modules/a/node_modules/c': { version: '1' },
      'node_modules/c': { version: '2', dev: true },
      'server/node_modules/b': { version: '1', optional: true },
    },
  };

  test('follows dependencies as Node.js does, and moves packages of the workspace to the root', () => {
    expect(productionTree(lock, 'server')).toEqual({
      'node_modules/a': lock.packages['node_modules/a'],
      'node_modules/a/node_modules/c': { version: '1' },
      'node_modules/b': { version: '1', optional: true },
    });
  });

  test('rejects a lock file that lacks a package', () => {
    const incomplete = { packages: { server: { dependencies: { missing: '1' } } } };
    expect(() => productionTree(incomplete, 'server')).toThrow('package-lock.json has no missing');
  });
});
