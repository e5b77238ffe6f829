/** A field for code: what is typed has the width of code, its label has not. */
export const codeInput = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } as const;
