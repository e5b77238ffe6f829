import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { untestedFiles } from './full-run.ts';
import { packChart } from './pack-chart.ts';
import { findReleaseProblems, type Release, readRelease, releaseNotes } from './release-facts.ts';
import { renderSbom } from './sbom.ts';

const changelog = '# Changelog\n\n## 1.2.0 (2027-01-05)\n\n- New.\n\n## 1.1.0 (2026-12-01)\n\n- Old.\n';
const ready: Release = {
  version: '1.2.0',
  commit: 'c0ffee',
  date: new Date('2027-01-05T10:00:00Z'),
  tags: ['v1.2.0'],
  hasLocalChanges: false,
  versions: { 'server/package.json': '1.2.0' },
  changelog,
  fullRun: { commit: 'c0de', untested: [] },
};

describe('a release', () => {
  const problems = (changed: Partial<Release>, isDryRun = false) =>
    findReleaseProblems({ ...ready, ...changed }, { isDryRun });

  test('needs a tag that matches the version, and a clean tree', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ tags: ['v1.1.0'] })).toEqual(['The commit has no tag v1.2.0.']);
    expect(problems({ hasLocalChanges: true })).toHaveLength(1);
    expect(problems({ tags: [], hasLocalChanges: true }, true)).toEqual([]);
  });

  test('needs the same version everywhere', () => {
    expect(problems({ versions: { 'client/package.json': '1.1.0' } }, true)).toEqual([
      'client/package.json is 1.1.0, but package.json says 1.2.0.',
    ]);
  });

  test('needs a section in the changelog, which is unreleased only in a dry run', () => {
    const unreleased = changelog.replace('1.2.0 (2027-01-05)', '1.2.0, unreleased');
    expect(problems({ changelog: unreleased })).toHaveLength(1);
    expect(problems({ changelog: unreleased }, true)).toEqual([]);
    expect(problems({ changelog: changelog.replace('1.2.0', '1.2.0-rc.1') }, true)).toHaveLength(1);
  });

  test('needs a full test run of the released files', () => {
    expect(problems({ fullRun: undefined })).toEqual([
      'No full test run is recorded. Run `npm run test:everything`.',
    ]);
    expect(problems({ fullRun: { commit: 'c0de', untested: undefined } })).toEqual([
      "This clone doesn't have commit c0de of the last full test run. Fetch the whole history.",
    ]);
    expect(problems({ fullRun: { commit: 'c0de', untested: ['server/src/main.ts'] } })).toEqual([
      'server/src/main.ts changed after the last full test run at c0de. Run `npm run test:everything` again.',
    ]);
    expect(problems({ fullRun: undefined }, true)).toEqual([]);
  });

  test.each([
    ['tools/gate/full-run.json', undefined, '{}', false],
    ['CHANGELOG.md', '- Old.', '- New.\n- Old.', false],
    ['deploy/helm/hark/Chart.yaml', 'version: 1.1.0\nname: hark', 'version: 1.2.0\nname: hark', false],
    ['deploy/helm/hark/Chart.yaml', 'version: 1.1.0\nname: hark', 'version: 1.2.0\nname: other', true],
    ['deploy/helm/hark/Chart.yaml', 'version: 1.1.0', 'version: 1.3.0', true],
    ['package.json', '"version": "1.1.0"', '"version": "1.2.0"\n"more": 1', true],
    ['server/src/new.ts', undefined, 'new', true],
    ['server/src/old.ts', 'old', undefined, true],
    ['docs/images/console.png', 'looks the same as text', 'looks the same as text', true],
  ])(
    '%s, changed from %j to %j after a full test run: must be tested again: %s',
    (name, before, after, isUntested) => {
      const changed = [{ name, before, after }];
      expect(untestedFiles(changed, { before: '1.1.0', after: '1.2.0' })).toEqual(isUntested ? [name] : []);
    },
  );

  test('has the first section of the changelog as its notes', () => {
    expect(releaseNotes(changelog)).toBe('- New.\n');
  });
});

test('the repository has one version', () => {
  expect(findReleaseProblems(readRelease(), { isDryRun: true })).toEqual([]);
});

test('the SBOM lists every package with its hash and license, and only known dependencies', () => {
  const sbom = JSON.parse(renderSbom(ready));
  const refs = sbom.components.map((one: { 'bom-ref': string }) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(refs).toContain('pkg:npm/%40mantine/core@9.7.3');
  const engine = sbom.components.find(
    (one: { name: string }) => one.name === '@restatedev/restate-server-linux-x64',
  );
  expect(engine.licenses).toEqual([{ license: { id: 'BUSL-1.1' } }]);
  for (const { hashes } of sbom.components) expect(hashes[0].content).toMatch(/^[0-9a-f]{128}$/);
  for (const { dependsOn } of sbom.dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn));
});

test("the chart's package has the same bytes each time, and contains the chart's files", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hark-chart-'));
  try {
    const first = readFileSync(packChart(folder, ready));
    const file = packChart(folder, ready);
    expect(readFileSync(file).equals(first)).toBe(true);
    const names = execFileSync('tar', ['--list', '--file', file], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toContain('hark/Chart.yaml');
    expect(names).toContain('hark/templates/serve.yaml');
    expect(names.filter((name) => !name.startsWith('hark/'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
