import { filters } from './filters/filter-table.ts';
import { functions } from './function-table.ts';
import {
  filterMeanings,
  functionMeanings,
  tagMeanings,
  testMeanings,
  type WordMeaning,
} from './language-words.ts';
import { tests } from './run/tests.ts';

export interface LanguageWord extends WordMeaning {
  readonly name: string;
}

export interface LanguageCatalogue {
  readonly functions: readonly LanguageWord[];
  readonly filters: readonly LanguageWord[];
  readonly tests: readonly LanguageWord[];
  readonly tags: readonly LanguageWord[];
}

/**
 * Returns every function, filter, test and tag that a template can use. Generated from the interpreter's own
 * tables.
 */
export const languageCatalogue = (): LanguageCatalogue => ({
  functions: wordsOf(functions.keys(), functionMeanings),
  filters: wordsOf(filters.keys(), filterMeanings),
  tests: wordsOf(tests.keys(), testMeanings),
  tags: wordsOf(Object.keys(tagMeanings), tagMeanings),
});

const wordsOf = (names: Iterable<string>, meanings: Readonly<Record<string, WordMeaning>>): LanguageWord[] =>
  [...names].map((name) => ({ name, ...(meanings[name] ?? { signature: name, about: '' }) }));
