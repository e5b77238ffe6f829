import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commentsOf, filesToRead } from './prose.ts';

const repository = path.resolve(import.meta.dirname, '..');

/** Files that exist only while a command runs or after it, by their names in comments. */
const written = new Set([
  'dashboard.html',
  'dist/release',
  'fixture.json',
  'full-run.json',
  'workspace.yaml',
]);

/** Words that look like paths. */
const isWord = (word: string): boolean =>
  // The runtime, protocols, IP ranges, media types, packages with a scope, and endings of file names.
  /^(Node\.js|HTTP\/[\d.]+|[\d.]+\/\d+|text\/html|security\.txt|@[\w-]+\/.+|\.[\w.]+)$/.test(word) ||
  // Hosts in examples.
  /\.(test|io)(\/\w+)?$/.test(word);

const endsAsFile = /\.(ts|tsx|mjs|js|json|md|sql|sh|css|html|toml|conf|ya?ml|py|ini|txt)$/;
const pathLike = /(?<![\w@:/.<*-])\.{0,2}\/?[\w@-][\w@.-]*(?:\/[\w@.-]+)*\/?/g;

/** The paths that a comment names: with a slash, or with the ending of a file. A leading slash is a URL's path. */
function pathsIn(comment: string): string[] {
  if (comment.includes('biome-ignore')) return [];
  return [...comment.replaceAll(/\w+:\/\/\S+/g, '').matchAll(pathLike)]
    .map(([found]) => found.replace(/\.$/, ''))
    .filter((found) => !found.startsWith('/') && (found.includes('/') || endsAsFile.test(found)))
    .map((found) => found.replace(/^(\.{1,2}\/)+/, '').replace(/\/$/, ''))
    .filter((found) => !found.startsWith('spec/') && !isWord(found) && !written.has(found));
}

/** Every file and folder, from the root and from each folder above it, because comments leave out what is obvious. */
function knownPaths(): ReadonlySet<string> {
  const known = new Set<string>();
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of files.split('\n')) {
    const parts = file.split('/');
    for (let end = parts.length; end > 0; end -= 1)
      for (let start = 0; start < end; start += 1) known.add(parts.slice(start, end).join('/'));
  }
  return known;
}

const comments = filesToRead()
  .filter((file) => !/\.(md|txt|html)$/.test(file))
  .flatMap((file) =>
    commentsOf(file, readFileSync(path.join(repository, file), 'utf8')).map((one) => ({ file, ...one })),
  );

test('every path in a comment exists', () => {
  const known = knownPaths();
  const exists = (found: string): boolean =>
    known.has(found) || existsSync(path.join(repository, 'node_modules', found));
  const missing = comments.flatMap(({ file, line, text }) =>
    pathsIn(text)
      .filter((found) => !exists(found))
      .map((found) => `${file}:${line} names ${found}`),
  );
  expect(missing).toEqual([]);
});

test('every heading that a comment names is on the page', () => {
  const missing = comments
    .flatMap(({ text }) => [...text.matchAll(/(docs\/[\w/-]+\.md), "([^"]+)"/g)])
    .filter(([, page = '', heading = '']) => {
      const lines = readFileSync(path.join(repository, page), 'utf8').split('\n');
      return !lines.some((line) => line.replace(/^#+ /, '') === heading);
    })
    .map(([reference]) => reference);
  expect(missing).toEqual([]);
});

test('finds paths of files and folders, and no URLs', () => {
  expect(
    pathsIn('// See docs/gone.md, core/gone/ and gone.test.ts. GET /api/leads, https://a.test/b.md.'),
  ).toEqual(['docs/gone.md', 'core/gone', 'gone.test.ts']);
});
