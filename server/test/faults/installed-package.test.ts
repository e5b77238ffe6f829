// Installs the package as users do, with npx, in an empty folder with an empty cache, and follows the README to the
// first lead. The dependencies are downloaded, so this takes about a minute.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LockEntry } from '../../../tools/lock-file.ts';
import { packHark } from '../../../tools/release/pack-hark.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningHark, runHark, startHark, untilWhole } from '../harness/hark-process.ts';
import { addressOf, dropDatabase } from '../harness/scratch-database.ts';
import { startPackageRegistry } from '../harness/servers/package-registry.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'hark-installed-'));
const database = `hark_installed_${process.pid}`;
const apiKey = 'k'.repeat(40);
let tarball: string;
let manifest: { name: string; version: string; gitHead: string };
let packages: Record<string, LockEntry>;
/** The folder of the installed package. */
let installed: string;
let hark: RunningHark | undefined;

beforeAll(async () => {
  tarball = await packHark(folder);
  await run('tar', ['-xzf', tarball, '-C', folder]);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, 'package', name), 'utf8'));
  manifest = read('package.json');
  packages = read('npm-shrinkwrap.json').packages;
}, 300_000);
afterAll(async () => {
  await hark?.remove();
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true, force: true });
});

test('npx installs the package from a registry, with exactly the pinned dependencies', async () => {
  const registry = await startPackageRegistry(tarball, manifest);
  const [scope] = manifest.name.split('/');
  const cwd = join(folder, 'empty');
  mkdirSync(cwd);
  const { stdout } = await run(
    'npx',
    ['--yes', `--${scope}:registry=${registry.url}`, manifest.name, '--version'],
    {
      cwd,
      // npm waits five minutes for a stalled download before it repeats it.
      env: { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_fetch_timeout: '20000' },
      timeout: 600_000,
    },
  );
  await registry.close();
  expect(stdout.trim()).toBe(`${manifest.version} (commit ${manifest.gitHead})`);
  expect(readdirSync(cwd)).toEqual([]);

  const [project = ''] = readdirSync(join(folder, 'cache/_npx'));
  installed = join(folder, 'cache/_npx', project, 'node_modules', manifest.name);
  for (const [place, { version, optional }] of Object.entries(packages).filter(([key]) => key !== '')) {
    const file = join(installed, place, 'package.json');
    if (optional && !existsSync(file)) continue;
    expect(JSON.parse(readFileSync(file, 'utf8')).version, place).toBe(version);
  }
}, 660_000);

test('the installed command runs everything: the first request is accepted and becomes a lead', async () => {
  const program = join(installed, 'bin/hark.js');
  hark = await startHark('up', { DATABASE_URL: addressOf(database).reveal() }, program);
  await untilWhole(hark, 60_000);
  const health = await (await fetch(`${hark.url}/healthz`)).json();
  expect(health).toEqual({ status: 'ok', version: manifest.version, commit: manifest.gitHead });

  const workspace = {
    name: 'Acme',
    base_url: hark.url,
    users: [{ email: 'ann@acme.test', name: 'Ann', role: 'Administrator', api_key: apiKey }],
    workflows: [
      {
        name: 'New lead',
        owner: 'ann@acme.test',
        steps: [{ name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields: {} }],
      },
    ],
  };
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const applied = await runHark(['apply', '-f', file, '--json'], hark.env, program);
  expect(applied.stderr).toBe('');
  const [{ listener }] = JSON.parse(applied.stdout).workspaces[0].workflows;
  const sent = await fetch(listener.url, {
    method: 'POST',
    body: new URLSearchParams({ email: 'lea@example.test' }),
  });
  expect(sent.status).toBe(200);

  const url = `${hark.url}/api/leads`;
  await eventually(async () => {
    const answer = await fetch(url, { headers: { apikey: apiKey } });
    return (await answer.text()).includes('lea@example.test');
  });
  const [asset = ''] = readdirSync(join(installed, 'console/assets'));
  expect((await fetch(`${hark.url}/assets/${asset}`)).status).toBe(200);
});
