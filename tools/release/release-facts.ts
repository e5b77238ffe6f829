import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { type LockFile, readLockFile } from '../lock-file.ts';
import { REPOSITORY } from './pack.ts';

/** What a release is made from. */
export interface Release {
  version: string;
  commit: string;
  /** The date of the commit, which every artifact uses, so that two builds give the same bytes. */
  date: Date;
  /** The tags of the commit. */
  tags: string[];
  hasLocalChanges: boolean;
  /** Each place that repeats the version. */
  versions: Record<string, unknown>;
  changelog: string;
}

export function readRelease(): Release {
  const manifests = ['package.json', 'server/package.json', 'web/package.json', 'client/package.json'];
  const chart = parse(readText('deploy/helm/hark/Chart.yaml')) as { version: string; appVersion: string };
  return {
    version: readVersion('package.json'),
    commit: git('rev-parse', 'HEAD'),
    date: new Date(git('show', '--no-patch', '--format=%cI', 'HEAD')),
    tags: git('tag', '--points-at', 'HEAD').split('\n'),
    hasLocalChanges: git('status', '--porcelain') !== '',
    versions: {
      ...Object.fromEntries(manifests.map((file) => [file, readVersion(file)])),
      ...lockVersions(readLockFile()),
      'version in Chart.yaml': chart.version,
      'appVersion in Chart.yaml': chart.appVersion,
    },
    changelog: readText('CHANGELOG.md'),
  };
}

/** Lists what prevents a release. A dry run needs neither a tag nor a clean tree. */
export function findReleaseProblems(release: Release, { isDryRun }: { isDryRun: boolean }): string[] {
  const { version, tags, hasLocalChanges, versions, changelog } = release;
  const problems = Object.entries(versions)
    .filter(([, found]) => found !== version)
    .map(([where, found]) => `${where} is ${found}, but package.json says ${version}.`);
  const heading = topHeading(changelog);
  const accepted = isDryRun ? [version, `${version}, unreleased`] : [version];
  if (!accepted.some((one) => heading === one || heading.startsWith(`${one} (`)))
    problems.push(
      `The first section of CHANGELOG.md is "${heading}". It must be "${accepted.join('" or "')}".`,
    );
  if (isDryRun) return problems;
  if (!tags.includes(`v${version}`)) problems.push(`The commit has no tag v${version}.`);
  if (hasLocalChanges) problems.push('The working tree has changes that are not committed.');
  return problems;
}

/** Returns the text of the first section of the changelog, without its heading. */
export const releaseNotes = (changelog: string): string =>
  `${(sections(changelog)[0] ?? '').replace(/^.*\n/, '').trim()}\n`;

const topHeading = (changelog: string): string => (sections(changelog)[0] ?? '').split('\n')[0] ?? '';

const sections = (changelog: string): string[] => changelog.split(/^## /m).slice(1);

const lockVersions = ({ packages }: LockFile): Record<string, unknown> =>
  Object.fromEntries(
    ['', 'server', 'web', 'client'].map((key) => [`"${key}" in package-lock.json`, packages[key]?.version]),
  );

const readText = (file: string): string => readFileSync(path.join(REPOSITORY, file), 'utf8');

const readVersion = (file: string): string => JSON.parse(readText(file)).version;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
