import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './pages.ts';
import { formerReferencesIn, referencesIn, ruleSections, sectionsIn } from './spec-references.ts';

interface File {
  readonly path: string;
  readonly text: string;
}

// These two files contain broken references on purpose, to test the check itself.
const self = /^server\/test\/docs\/spec-references(\.test)?\.ts$/;

const filesOf = (...patterns: string[]): File[] =>
  globSync(patterns, { cwd: repository, exclude: ['**/node_modules', '**/dist'] })
    .filter((path) => !self.test(path))
    .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));

const tests = filesOf('server/test/**/*.{ts,mjs,md}');
const source = filesOf(
  '*.mjs',
  '{server,web,client}/src/**/*.{ts,tsx,css}',
  '{tools,bench,.ci}/**/*.{ts,mjs,md}',
  'deploy/**/*.{conf,yaml,yml,md}',
);
const pages = filesOf('*.md', 'client/*.md', 'docs/**/*.md');

const sectionsByPage = new Map(
  filesOf('docs/spec/*.md').map(({ path, text }) => [basename(path, '.md'), sectionsIn(text)]),
);

/** Returns references to missing sections. */
const brokenIn = ({ path, text }: File): string[] =>
  referencesIn(text)
    .filter(({ page, section }) => !sectionsByPage.get(page)?.includes(section))
    .map(({ page, section }) => `${path}: spec/${page} §${section}`);

/** Returns sections that contain a rule but that none of the files refers to. */
function rulesMissingFrom(files: readonly File[]): string[] {
  const named = new Set(
    files.flatMap(({ text }) => referencesIn(text).map(({ page, section }) => `spec/${page} §${section}`)),
  );
  return [...sectionsByPage]
    .flatMap(([page, sections]) => ruleSections(sections).map((section) => `spec/${page} §${section}`))
    .filter((rule) => !named.has(rule));
}

describe('references to the specification', () => {
  test('every reference names an existing section', () => {
    expect([...source, ...tests, ...pages].flatMap(brokenIn)).toEqual([]);
  });

  test('every section is referenced where it is implemented', () => {
    expect(rulesMissingFrom(source.filter(({ path }) => /^(server|web)\/src\//.test(path)))).toEqual([]);
  });

  test('every section is covered by a test', () => {
    expect(rulesMissingFrom(tests.filter(({ path }) => /\.test\.(ts|mjs)$/.test(path)))).toEqual([]);
  });

  test('every section number is used once', () => {
    const repeated = [...sectionsByPage].flatMap(([page, sections]) =>
      sections.filter((section, index) => sections.indexOf(section) !== index).map((s) => `${page} §${s}`),
    );
    expect(repeated).toEqual([]);
  });

  test('neither source nor tests refer to documents outside the repository', () => {
    const former = [...source, ...tests].flatMap(({ path, text }) =>
      formerReferencesIn(text).map((line) => `${path}: ${line.trim()}`),
    );
    expect(former).toEqual([]);
  });
});

describe('the reference check', () => {
  test('finds several sections, and a reference that is split across comment lines', () => {
    const text = '/** See (spec/oauth §2.1, §3) and spec/rest-api\n *  §4.2. */ // spec/limits §1.';
    expect(referencesIn(text)).toEqual([
      { page: 'oauth', section: '2.1' },
      { page: 'oauth', section: '3' },
      { page: 'rest-api', section: '4.2' },
      { page: 'limits', section: '1' },
    ]);
  });

  test('reports an unknown page and an unknown section', () => {
    const text = 'spec/listeners §1.1, §99.1 and spec/nothing §1';
    expect(brokenIn({ path: 'a.ts', text })).toEqual(['a.ts: spec/listeners §99.1', 'a.ts: spec/nothing §1']);
  });

  test('reports a rule that no file refers to, and accepts a reference that is in a list or split across comment lines', () => {
    const missing = rulesMissingFrom([{ path: 'a.ts', text: '/** See (spec/runs §1.1,\n *  §1.2). */' }]);
    expect(missing).toContain('spec/runs §1.3');
    expect(missing).not.toContain('spec/runs §1.1');
    expect(missing).not.toContain('spec/runs §1.2');
  });

  test('reads chapters and sections, and skips code blocks', () => {
    const sections = sectionsIn('# Page\n## 1. One\n### 1.1 Rule\n```\n## 9. Code\n```\n## 2. Two\n');
    expect(sections).toEqual(['1', '1.1', '2']);
    expect(ruleSections(sections)).toEqual(['1.1', '2']);
  });

  test.each([
    'Seed 5.4: exactly this spelling',
    'refused (decisions 6.5, 8)',
    'Decision 14',
    'security rule 16',
    'the design of templates, 3.7',
  ])('reports %j', (line) => {
    expect(formerReferencesIn(`fine\n${line}\n`)).toEqual([line]);
  });

  test("accepts the number of a random seed, and a decision record's four-digit number", () => {
    expect(
      formerReferencesIn('seededRandom(7)\nbench -- seed --leads 5\ndocs/decisions/0017-one.md'),
    ).toEqual([]);
  });
});
