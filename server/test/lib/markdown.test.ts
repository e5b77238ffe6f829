import { expect, test } from 'vitest';
import { firstParagraph } from '../../src/lib/markdown.ts';

test.each([
  ['', ''],
  ['One line', 'One line'],
  [
    'A **customer** since `2016`,\nsee [the file](https://example.test).\n\nMore',
    'A customer since 2016, see the file.',
  ],
  ['## Discount\n\n10 %', 'Discount'],
  ['- first\n- second', 'first'],
  ['![a picture](https://example.test/x.png) of it', 'a picture of it'],
  ['<b>bold</b>', '<b>bold</b>'],
])('the first paragraph of %j is %j', (text, expected) => {
  expect(firstParagraph(text)).toBe(expected);
});
