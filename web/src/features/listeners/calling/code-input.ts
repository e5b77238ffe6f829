/** Styles for a code field: only the input is monospaced, not its label. */
export const codeInput = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } as const;
