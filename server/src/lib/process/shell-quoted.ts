/** Quotes a string for a shell. In single quotes, a shell interprets nothing except the quote itself. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
