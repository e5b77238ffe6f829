/** How a command is used, for the end of its help. */
export const example = (...lines: string[]): string =>
  `\nExample:\n${lines.map((line) => `  ${line}`).join('\n')}`;
