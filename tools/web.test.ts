import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordsInJsx, wordsOutsideTheCatalogue } from './web-words.ts';

const web = new URL('../web/', import.meta.url).pathname;

test('every word of the console stands in its catalogue', () => {
  expect(wordsOutsideTheCatalogue(join(web, 'src'))).toEqual([]);
});

test('a word in JSX is found, in content and in what is read aloud', () => {
  const source = `const a = <p title="Hello there">Some words {'more words'} {known}</p>;\nconst b = <i className="fine" />;`;
  expect(wordsInJsx('a.tsx', source)).toEqual([
    'a.tsx:1: Hello there',
    'a.tsx:1: Some words',
    'a.tsx:1: more words',
  ]);
});
