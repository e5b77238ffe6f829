import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutBlocks } from './links.ts';
import { allPages, repository } from './pages.ts';

const ownWords = readFileSync(join(repository, 'docs/words.txt'), 'utf8').trim().split('\n');

/** Returns a page's prose: no code, URLs or comments, and no footnotes, because they quote test titles. */
const prose = (text: string) =>
  withoutBlocks(text)
    .replaceAll(/<!--.*?-->/gs, ' ')
    .replaceAll(/^\[\^[\w-]+\]:.*$/gm, ' ')
    .replaceAll(/\[\^[\w-]+\]/g, ' ')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/'s\b/g, '')
    .replaceAll(/https?:\S+|\S+@\S+|[\w./-]+\.(md|ts|yaml|json|conf|txt)\b/g, ' ');

/** Returns the words that are in neither the British nor the American dictionary nor our own list. */
function unknownWords(text: string): string[] {
  const known = new Set(ownWords);
  const listed = (input: string, language: string) =>
    execFileSync('aspell', ['list', `--lang=${language}`, '--encoding=utf-8'], { input, encoding: 'utf8' })
      .split('\n')
      .filter((word) => word !== '');
  const british = listed(text, 'en_GB').filter((word) => !known.has(word) && !known.has(word.toLowerCase()));
  return [...new Set(listed(british.join('\n'), 'en_US'))];
}

const pages = allPages().filter(({ path }) => !path.startsWith('docs/generated/'));

test('every word is spelled correctly, or is in docs/words.txt', () => {
  const problems = pages.flatMap(({ path, text }) =>
    unknownWords(prose(text)).map((word) => `${path}: ${word}`),
  );
  expect(problems).toEqual([]);
});

test('finds a word that is misspelled in both British and American English', () => {
  expect(unknownWords('colour color recieve')).toEqual(['recieve']);
});

test('docs/words.txt is sorted and contains no unused words', () => {
  expect(ownWords).toEqual([...new Set(ownWords)].sort());
  const used = new Set(
    pages.flatMap(({ text }) =>
      prose(text)
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    ),
  );
  expect(ownWords.filter((word) => !used.has(word.toLowerCase()))).toEqual([]);
});
