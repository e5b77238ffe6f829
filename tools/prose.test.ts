import { describe, expect, test } from 'vitest';
import { findHabits, withoutAllowed } from './prose.ts';

const habitsIn = (file: string, content: string) => findHabits(file, content).map(({ habit }) => habit);

describe('The prose check', () => {
  test.each([
    ['Shown only to who may edit it.', 'for/to/only who'],
    ['The owner is told of the failure.', 'told'],
    ['The row is written anew.', 'anew'],
    ['Stored beside the run.', 'beside'],
    ['The run goes on after the crash.', 'goes on'],
    ['The name stands in the history.', 'stands'],
    ['The caller signs in with his key.', 'he/his/him'],
    ['Then nobody waits.', 'nobody/whoever/whatever'],
    ['The role changed meanwhile.', 'meanwhile'],
    ['Tokens are kept for ever.', 'for ever'],
    ['The URL of now stops working.', 'of now'],
    ['Retry it once the step is mended.', 'mend'],
    ['A run that has begun keeps its version.', 'begun'],
    ['A run comes to its end.', 'comes to its end'],
  ])('reports "%s" in a page, a comment and a product string', (sentence, habit) => {
    expect(habitsIn('docs/page.md', `# Page\n\n${sentence}\n`)).toEqual([habit]);
    expect(habitsIn('server/src/file.ts', `/** ${sentence} */\nexport const one = 1;\n`)).toEqual([habit]);
    expect(
      habitsIn('web/src/texts/file.ts', `export const texts = { one: ${JSON.stringify(sentence)} };\n`),
    ).toEqual([habit]);
    expect(habitsIn('deploy/values.yaml', `# ${sentence}\nreplicas: 1\n`)).toEqual([habit]);
  });

  test('reports limits whose names do not start with max or min, and type names that end in Wish', () => {
    const source = 'const mostTries = 3;\nconst longestKey = 9;\ntype ListWish = object;\n';
    expect(habitsIn('server/src/file.ts', source)).toEqual(['most*/longest*', 'most*/longest*', '*Wish']);
  });

  test('checks test titles but not test data', () => {
    const source =
      "test('nobody waits', () => send('nobody'));\ntest.each(['nobody'])('%s goes on', () => {});\n";
    expect(habitsIn('server/test/file.test.ts', source)).toEqual(['nobody/whoever/whatever', 'goes on']);
  });

  test('ignores code in Markdown pages, regular expressions and standard phrases', () => {
    expect(
      habitsIn(
        'docs/page.md',
        'Run `nobody`, as of now.\n\n```sh\necho anew\n```\n\n`hark` stands for the command.\n',
      ),
    ).toEqual([]);
    expect(habitsIn('server/src/file.ts', 'export const pattern = /anew|beside/;\n')).toEqual([]);
  });

  test('reports the line and the suggested wording', () => {
    expect(findHabits('docs/page.md', 'One\ntwo anew\n')).toEqual([
      { file: 'docs/page.md', line: 2, habit: 'anew', text: 'One two anew', write: 'again' },
    ]);
  });

  test('accepts phrases in the allow-list, and reports entries that are no longer needed', () => {
    const findings = findHabits('docs/page.md', 'The specification says "anew".\n');
    const entry = { file: 'docs/page.md', text: 'says "anew"', because: 'a quotation' };
    expect(withoutAllowed(findings, [entry])).toEqual({ left: [], unused: [] });
    const other = { ...entry, file: 'docs/other.md' };
    expect(withoutAllowed(findings, [other])).toEqual({ left: findings, unused: [other] });
  });
});
