import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launcher } from '../harness/hark-process.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A version of the product that can be started: the path of its program. */
export type Version = string;

const programIn = (folder: string): Version => join(folder, 'server/src/main.ts');

/** The version in this working copy. */
export const thisVersion: Version = launcher;

/** Checks out an earlier commit, which uses the currently installed packages. */
export function earlierVersion(reference: string, folder: string): Version {
  mkdirSync(folder);
  const archive = execFileSync(
    'git',
    ['-C', repository, 'archive', reference, 'server/src', 'server/migrations', 'server/package.json', 'web'],
    {
      maxBuffer: 512 * 1024 * 1024,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return withPackages(folder);
}

/**
 * Creates a made-up next version: the same code with another version number, and migrations that change the
 * busiest tables.
 */
export function nextVersion(folder: string): Version {
  for (const part of ['server/src', 'server/migrations', 'server/package.json', 'web/index.html', 'web/src'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  const manifestFile = join(folder, 'server/package.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, version: `${manifest.version}-next` }));
  const migrations = join(folder, 'server/migrations');
  const last = readdirSync(migrations).length;
  for (const [index, text] of nextMigrations.entries())
    writeFileSync(join(migrations, `${String(last + index + 1).padStart(4, '0')}_drill.sql`), text);
  return withPackages(folder);
}

/** New columns on tables that every request uses, as Hark's migrations add them. */
export const nextMigrations = [
  'alter table runs add column drilled text;\n',
  'alter table run_steps add column drilled text;\n',
  'alter table leads add column drilled integer not null default 0;\n',
  'alter table listeners add column drilled boolean not null default false;\n',
  'alter table workspace_settings add column drilled integer not null default 7;\n',
];

function withPackages(folder: string): Version {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  symlinkSync(join(repository, 'server/node_modules'), join(folder, 'server/node_modules'));
  return programIn(folder);
}
