import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, linksOf } from './links.ts';
import { allPages, type Page, repository } from './pages.ts';

const pages = new Map(allPages().map((page) => [page.path, page]));

/** What is wrong with a link; nothing when it leads somewhere. Outside addresses are not called. */
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

describe('links', () => {
  test('every link of every page leads somewhere', () => {
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

  test('a link into nothing, a wrong anchor and an address without https are told', () => {
    const page: Page = { path: 'docs/README.md', text: '# Here\n', blocks: [] };
    expect(problemWith(page, 'nothing.md')).toContain('is not there');
    expect(problemWith(page, '../../outside.md')).toContain('is not there');
    expect(problemWith(page, 'listeners.md#nothing')).toContain('names no heading');
    expect(problemWith(page, 'http://example.com')).toContain('https');
    expect(problemWith(page, 'listeners.md')).toBeUndefined();
  });
});
