import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, linksOf } from './links.ts';
import { allPages, type Page, repository } from './pages.ts';

const pages = new Map(allPages().map((page) => [page.path, page]));

/** Returns the problem with a link, if any. External URLs aren't requested. */
function problemWith(page: Page, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) {
    const isPublic = URL.canParse(link) && /^(https:|mailto:)/.test(link);
    return isPublic ? undefined : 'is not an https address';
  }
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page.path : join(dirname(page.path), path);
  if (target.startsWith('..') || !existsSync(join(repository, target)))
    return `leads to ${target}, which is not there`;
  if (anchor === undefined) return undefined;
  if (statSync(join(repository, target)).isDirectory()) return 'has an anchor, but leads to a folder';
  const there = pages.get(target);
  return there && anchorsOf(there.text).has(anchor) ? undefined : `names no heading of ${target}`;
}

/**
 * Lists files that refer to documentation in comments. Migrations are left out: they can't change once applied, so
 * their references can be outdated.
 */
const sources = globSync(
  [
    '{bench,client,tools,web/src,server/src,server/test,server/bin}/**/*.{ts,tsx,js,mjs}',
    'deploy/**/*.{yaml,yml,toml,conf,sql}',
    '{biome.json,knip.json,vitest.config.ts,.dependency-cruiser.mjs,.ci/run}',
  ],
  { cwd: repository, exclude: ['**/node_modules/**'] },
);

/** Returns the documentation pages that a text mentions by path, such as docs/design/…. */
const namedPages = (text: string): string[] =>
  text.match(/\bdocs\/[a-z-]+\/[\w/-]+(\.md)?(#[\w-]+)?/g)?.filter((name) => /\.md|\/\d{4}/.test(name)) ?? [];

const problemWithName = (name: string) => problemWith({ path: 'README.md', text: '', blocks: [] }, name);

describe('links', () => {
  test('every link on every page works', () => {
    const problems = [...pages.values()].flatMap((page) =>
      linksOf(page.text).flatMap((link) => {
        const problem = problemWith(page, link);
        return problem ? [`${page.path}: ${link} ${problem}`] : [];
      }),
    );
    expect(problems).toEqual([]);
  });

  test('every guide is in the index', () => {
    const index = pages.get('docs/README.md');
    const named = new Set(linksOf(index?.text ?? '').map((link) => join('docs', link)));
    const guides = [...pages.keys()].filter(
      (path) => /^docs\/(console\/)?[\w-]+\.md$/.test(path) && path !== 'docs/README.md',
    );
    expect(guides.filter((path) => !named.has(path))).toEqual([]);
  });

  test('every page that code, tests and tools refer to exists', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    const problems = sources.flatMap((path) =>
      namedPages(readFileSync(join(repository, path), 'utf8')).flatMap((name) => {
        const problem = problemWithName(name);
        return problem ? [`${path}: ${name} ${problem}`] : [];
      }),
    );
    expect(problems).toEqual([]);
  });

  test('a reference from code to a missing page or heading is reported', () => {
    const text = `docs/${'design'}/runs.md docs/${'design'}/missing.md docs/${'design'}/runs.md#missing`;
    expect(namedPages(text).map(problemWithName)).toEqual([
      undefined,
      expect.stringContaining('is not there'),
      expect.stringContaining('names no heading'),
    ]);
  });

  test('every design page is in the index of docs/design', () => {
    const index = pages.get('docs/design/README.md');
    const named = new Set(linksOf(index?.text ?? '').map((link) => join('docs/design', link)));
    const design = [...pages.keys()].filter((path) => /^docs\/design\/(?!README)/.test(path));
    expect(design.length).toBeGreaterThan(20);
    expect(design.filter((path) => !named.has(path))).toEqual([]);
  });

  test('a broken link, a wrong anchor and a URL without https are reported', () => {
    const page: Page = { path: 'docs/README.md', text: '# Here\n', blocks: [] };
    expect(problemWith(page, 'nothing.md')).toContain('is not there');
    expect(problemWith(page, '../../outside.md')).toContain('is not there');
    expect(problemWith(page, 'listeners.md#nothing')).toContain('names no heading');
    expect(problemWith(page, 'http://example.com')).toContain('https');
    expect(problemWith(page, 'listeners.md')).toBeUndefined();
  });
});
