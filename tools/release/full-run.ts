// The last complete run of `npm run test:everything`. A release contains only what was tested then.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './pack.ts';

const RECORD = 'tools/gate/full-run.json';
/** These can say anything in a release. */
const FREE = [RECORD, 'CHANGELOG.md'];

export interface FullRun {
  readonly commit: string;
  readonly date: string;
  readonly node: string;
  /** How long each part took. */
  readonly seconds: Readonly<Record<string, number>>;
}

/** A file that differs between two commits. It is undefined in a commit that doesn't have it. */
interface Changed {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function readFullRun(): FullRun | undefined {
  const file = path.join(REPOSITORY, RECORD);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function writeFullRun(run: FullRun): string {
  writeFileSync(path.join(REPOSITORY, RECORD), `${JSON.stringify(run, null, 2)}\n`);
  return RECORD;
}

function changedSince(commit: string): readonly Changed[] | undefined {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    return undefined;
  }
  return git('diff', '--name-only', '--no-renames', '-z', commit, 'HEAD')
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => ({ name, before: contentAt(commit, name), after: contentAt('HEAD', name) }));
}

/** Lists the files that a release would contain untested, or returns undefined if this clone doesn't have the commit. */
export function untestedSince({ commit }: FullRun, version: string): string[] | undefined {
  const changed = changedSince(commit);
  if (changed === undefined) return undefined;
  const { version: before } = JSON.parse(git('show', `${commit}:package.json`));
  return untestedFiles(changed, { before, after: version });
}

/** Lists the changed files that must be tested again: those in which more than Hark's version has changed. */
export function untestedFiles(
  changed: readonly Changed[],
  versions: { before: string; after: string },
): string[] {
  return changed
    .filter(({ name }) => !FREE.includes(name))
    .filter(({ before, after }) => {
      // Equal texts are files whose mode or binary content has changed.
      if (before === undefined || after === undefined || before === after) return true;
      const [old, current] = [before.split('\n'), after.split('\n')];
      return (
        old.length !== current.length ||
        old.some(
          (line, index) =>
            line !== current[index] && line.replaceAll(versions.before, versions.after) !== current[index],
        )
      );
    })
    .map(({ name }) => name);
}

export const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

function contentAt(commit: string, name: string): string | undefined {
  try {
    return git('show', `${commit}:${name}`);
  } catch {
    return undefined;
  }
}
