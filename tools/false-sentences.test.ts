import { expect, test } from 'vitest';
import { allPages } from '../server/test/docs/pages.ts';

/** Sentences that were true once, or never, and that people copied from page to page. Add one when you correct a page. */
const falseSentences: readonly { pattern: RegExp; truth: string }[] = [
  { pattern: /schedules?[^.|\n]*\| none/i, truth: 'Workflows have schedules: docs/triggers.md.' },
  { pattern: /triggers[;,] you define them in/, truth: 'The console edits triggers too: docs/triggers.md.' },
  {
    pattern: /second factors?[^.|]*(doesn't have|isn't supported)/i,
    truth: 'Second factors exist: docs/spec/sign-in.md.',
  },
  {
    pattern: /runs on\s+Node\.js[^.]*(Deno|Bun|workers)/,
    truth: "Deno, Bun and workers aren't tested: docs/design/client.md.",
  },
  {
    pattern: /errors have no code on\s+the\s+wire/i,
    truth: 'Every 4xx has the header Hark-Error: docs/spec/rest-api.md.',
  },
  { pattern: /errors have three (shapes|formats)/i, truth: 'There are two error formats: docs/rest-api.md.' },
  { pattern: /(a|no) client for a second language/i, truth: 'There is a client for Python: docs/python.md.' },
  {
    pattern: /each user has an API key/i,
    truth: 'Only new users of hark apply get one at once: docs/rest-api.md.',
  },
  {
    pattern: /(chain|loop|each other)[^.]* (stops?|ends?) after ten/i,
    truth: 'A chain ends after eleven runs: docs/spec/triggers.md.',
  },
  {
    pattern: /PostgreSQL\s+and nothing else/i,
    truth: 'Hark also starts a workflow engine: docs/design/runs.md.',
  },
  {
    pattern: /npm run (-s )?hark -- (?!up\b|doctor\b)\S/,
    truth: 'Guides write hark, which works with the package and in a clone: docs/README.md.',
  },
];

const pages = allPages().filter(({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('docs/generated/'));

test.each(falseSentences)('no page says $pattern, because: $truth', ({ pattern }) => {
  const saying = pages.flatMap(({ path, text }) => {
    const found = pattern.exec(text);
    return found ? [`${path}:${text.slice(0, found.index).split('\n').length} ${found[0]}`] : [];
  });
  expect(saying).toEqual([]);
});
