// The specification and the code point at each other: `spec/listeners §4.2, §4.3` names two sections of docs/spec/listeners.md.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './pages.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const find = (pattern: string) =>
  globSync(pattern, { cwd: repository, exclude: (path) => /^(node_modules|dist)$/.test(basename(path)) });

/** The numbers of a page's sections. */
const sectionsOf = (text: string): string[] =>
  [...text.matchAll(/^###? (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number);

/** All sections as `listeners §4.2`. */
const specification = find('docs/spec/*.md')
  .map((path) => ({ page: basename(path, '.md'), sections: sectionsOf(read(path)) }))
  .flatMap(({ page, sections }) => sections.map((number) => `${page} §${number}`));

const referencesIn = (text: string): string[] =>
  [...text.matchAll(/\bspec\/([a-z-]+) (§[\d.]*\d(?:, §[\d.]*\d)*)/g)].flatMap(
    ([, page = '', numbers = '']) => numbers.split(', ').map((number) => `${page} ${number}`),
  );

/** A section with subsections is checked by the tests of these. */
const isWhole = (section: string, _index: number, all: readonly string[]) =>
  !all.some((other) => other.startsWith(`${section}.`));

describe('references to the specification', () => {
  const files = find('{bench,client,server,tools,web}/**/*.{ts,tsx,mjs}')
    .filter((path) => path !== 'server/test/docs/spec-references.test.ts')
    .map((path) => ({ path, references: referencesIn(read(path)) }));

  test('name sections that exist', () => {
    const unknown = files.flatMap(({ path, references }) =>
      references
        .filter((section) => !specification.includes(section))
        .map((section) => `${path}: spec/${section}`),
    );
    expect(unknown).toEqual([]);
  });

  test('reach every section from a test', () => {
    const tested = new Set(
      files.filter(({ path }) => /\.test\.(ts|mjs)$/.test(path)).flatMap(({ references }) => references),
    );
    expect(specification.filter(isWhole).filter((section) => !tested.has(section))).toEqual([]);
  });

  test('are read in titles and comments, one or several at a time', () => {
    expect(referencesIn('// A rule (spec/listeners §4.2, §10, spec/rest-api §1).')).toEqual([
      'listeners §4.2',
      'listeners §10',
      'rest-api §1',
    ]);
    expect(sectionsOf('# Page\n\n## 1. First\n\n### 1.1 Part\n\n## 2. Second 3\n')).toEqual([
      '1',
      '1.1',
      '2',
    ]);
    expect(['a §1', 'a §1.1', 'a §10'].filter(isWhole)).toEqual(['a §1.1', 'a §10']);
  });
});
