import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { type LockFile, readLockFile } from '../lock-file.ts';
import { git, readFullRun, untestedSince } from './full-run.ts';
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
  /** The last complete run of `npm run test:everything`. */
  fullRun?: { commit: string; untested: string[] | undefined } | undefined;
}

export function readRelease(): Release {
  const version = readVersion('package.json');
  const fullRun = readFullRun();
  const manifests = ['package.json', 'server/package.json', 'web/package.json', 'client/package.json'];
  const chart = parse(readText('deploy/helm/hark/Chart.yaml')) as { version: string; appVersion: string };
  return {
    version,
    commit: git('rev-parse', 'HEAD'),
    date: new Date(git('show', '--no-patch', '--format=%cI', 'HEAD')),
    tags: git('tag', '--points-at', 'HEAD').split('\n'),
    hasLocalChanges: git('status', '--porcelain') !== '',
    versions: {
      ...Object.fromEntries(manifests.map((file) => [file, readVersion(file)])),
      ...lockVersions(readLockFile()),
      ...generatedVersions(),
      'version in Chart.yaml': chart.version,
      'appVersion in Chart.yaml': chart.appVersion,
    },
    changelog: readText('CHANGELOG.md'),
    fullRun: fullRun && { commit: fullRun.commit, untested: untestedSince(fullRun, version) },
  };
}

/** Lists what prevents a release. A dry run needs neither a tag, a clean tree nor a full test run. */
export function findReleaseProblems(release: Release, { isDryRun }: { isDryRun: boolean }): string[] {
  const { version, tags, hasLocalChanges, versions, changelog, fullRun } = release;
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
  return [...problems, ...fullRunProblems(fullRun)];
}

function fullRunProblems(fullRun: Release['fullRun']): string[] {
  if (fullRun === undefined) return ['No full test run is recorded. Run `npm run test:everything`.'];
  const { commit, untested } = fullRun;
  if (untested === undefined)
    return [`This clone doesn't have commit ${commit} of the last full test run. Fetch the whole history.`];
  return untested.length === 0
    ? []
    : [
        `${untested.join(', ')} changed after the last full test run at ${commit}. Run \`npm run test:everything\` again.`,
      ];
}

/** Returns the text of the first section of the changelog, without its heading. */
export const releaseNotes = (changelog: string): string =>
  `${(sections(changelog)[0] ?? '').replace(/^.*\n/, '').trim()}\n`;

const topHeading = (changelog: string): string => (sections(changelog)[0] ?? '').split('\n')[0] ?? '';

const sections = (changelog: string): string[] => changelog.split(/^## /m).slice(1);

/** The clients send their version with each request. `npm run generate` writes it. */
const generatedVersions = (): Record<string, unknown> =>
  Object.fromEntries(
    ['client/src/api.gen.ts', 'client/python/hark_client/api.py'].map((file) => [
      file,
      /^(?:export const version|__version__) = ['"](.*)['"]/m.exec(readText(file))?.[1],
    ]),
  );

const lockVersions = ({ packages }: LockFile): Record<string, unknown> =>
  Object.fromEntries(
    ['', 'server', 'web', 'client'].map((key) => [`"${key}" in package-lock.json`, packages[key]?.version]),
  );

const readText = (file: string): string => readFileSync(path.join(REPOSITORY, file), 'utf8');

const readVersion = (file: string): string => JSON.parse(readText(file)).version;
