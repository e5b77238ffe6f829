import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordsInJsx, wordsOutsideTheCatalogue } from './web-words.ts';

const web = new URL('../web/', import.meta.url).pathname;

test('every string that the console shows is in the catalog', () => {
  expect(wordsOutsideTheCatalogue(join(web, 'src'))).toEqual([]);
});

test('wordsInJsx finds text in element content and in accessible attributes', () => {
  const source = `const a = <p title="Hello there">Some words {'more words'} {known}</p>;\nconst b = <i className="fine" />;`;
  expect(wordsInJsx('a.tsx', source)).toEqual([
    'a.tsx:1: Hello there',
    'a.tsx:1: Some words',
    'a.tsx:1: more words',
  ]);
});
