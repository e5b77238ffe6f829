import { Code } from '@mantine/core';

/** A text in which the parts between backticks are code. */
export const WithCode = ({ children }: { children: string }) =>
  children
    .split('`')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    .map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));
