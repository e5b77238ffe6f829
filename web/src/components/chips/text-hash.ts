/** Returns a number that depends only on the text, for choosing a color. */
export const textHash = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
