import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './pages.ts';

/** The headings of sections that make no promises. */
const withoutPromises = new Set(['Threat model', 'Your part']);

interface Promises {
  readonly path: string;
  readonly text: string;
}

const read = (path: string): Promises => ({ path, text: readFileSync(join(repository, path), 'utf8') });

/** Returns the page's sections by heading, without the footnotes at its end. */
function sectionsOf(text: string): [heading: string, body: string][] {
  const body = text.replaceAll(/^\[\^[\w-]+\]:.*$/gm, '');
  return body
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))]);
}

/** Returns the paragraphs, list items and table rows that state a promise. */
function statementsIn(body: string): string[] {
  return body
    .split(/\n\n+|\n(?=[-|] ?)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !/^\|(-|$)/.test(statement))
    .filter((statement, index, all) => !isTableHead(statement, all[index - 1]));
}

const isTableHead = (statement: string, before: string | undefined) =>
  statement.startsWith('|') && !before?.startsWith('|');

const footnotesIn = (text: string) => [...text.matchAll(/\[\^([\w-]+)\](?!:)/g)].map(([, name = '']) => name);

const definitionsOf = (text: string) =>
  new Map(
    [...text.matchAll(/^\[\^([\w-]+)\]: (.*)$/gm)].map(([, name = '', definition = '']) => [
      name,
      definition,
    ]),
  );

/** Reports promises without a test, and references to tests that don't exist. */
function problemsOf({ path, text }: Promises, sections = sectionsOf(text)): string[] {
  const definitions = definitionsOf(text);
  const used = new Set(footnotesIn(text));
  return [
    ...sections
      .filter(([heading]) => !withoutPromises.has(heading))
      .flatMap(([, body]) => statementsIn(body))
      .filter((statement) => footnotesIn(statement).length === 0)
      .map((statement) => `no test: ${statement}`),
    ...[...used].filter((name) => !definitions.has(name)).map((name) => `no footnote: ${name}`),
    ...[...definitions.keys()].filter((name) => !used.has(name)).map((name) => `unused footnote: ${name}`),
    ...[...definitions].flatMap(([name, definition]) => problemsWith(path, name, definition)),
  ];
}

function problemsWith(path: string, name: string, definition: string): string[] {
  const tests = [...definition.matchAll(/\[[^\]]+\]\(([^)]+)\): “([^”]+)”/g)];
  if (tests.length === 0) return [`${name}: names no test`];
  return tests.flatMap(([, link = '', title = '']) => {
    const file = join(repository, dirname(path), link);
    if (!existsSync(file)) return [`${name}: ${link} doesn't exist`];
    const source = readFileSync(file, 'utf8').replaceAll(/\\(?=['"`])/g, '');
    return source.includes(title) ? [] : [`${name}: ${link} has no test “${title}”`];
  });
}

describe('every security promise names a test that verifies it', () => {
  test('in docs/security-model.md', () => {
    expect(problemsOf(read('docs/security-model.md'))).toEqual([]);
  });

  test('in SECURITY.md', () => {
    const page = read('SECURITY.md');
    const promises = sectionsOf(page.text).filter(([heading]) => heading === 'What we promise');
    expect(promises).toHaveLength(1);
    expect(problemsOf(page, promises)).toEqual([]);
  });

  test('a promise without a footnote and a footnote without a test are reported', () => {
    const text = [
      '## Logs',
      '',
      '| field | kept |\n|---|---|\n| path | no |\n| route | yes[^route] |',
      '',
      'Nothing else.[^lost]',
      '',
      '[^route]: [here](links.test.ts): “a title that no test has”',
      '[^idle]: none',
    ].join('\n');
    expect(problemsOf({ path: 'server/test/docs/x.md', text })).toEqual([
      'no test: | path | no |',
      'no footnote: lost',
      'unused footnote: idle',
      'route: links.test.ts has no test “a title that no test has”',
      'idle: names no test',
    ]);
  });
});
