/**
 * Replaces line breaks and control characters with spaces. Emails contain text that users and callers chose, such as
 * names. Without this, such text could add headers, or paragraphs that look like Hark's own.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed();
