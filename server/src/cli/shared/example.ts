/** Usage examples for the end of a command's help. */
export const example = (...lines: string[]): string =>
  `\nExample:\n${lines.map((line) => `  ${line}`).join('\n')}`;
