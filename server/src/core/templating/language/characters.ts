export const charCode = {
  tab: 0x09,
  newline: 0x0a,
  return: 0x0d,
  space: 0x20,
  quote: 0x22,
  hash: 0x23,
  percent: 0x25,
  apostrophe: 0x27,
  minus: 0x2d,
  dot: 0x2e,
  backslash: 0x5c,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  tilde: 0x7e,
} as const;

/** The characters that PHP's trim and Twig's `-` remove: space, tab, newline, return, NUL, vertical tab. */
export const isBlank = (character: number): boolean =>
  character === charCode.space ||
  (character >= 0x09 && character <= 0x0d && character !== 0x0c) ||
  character === 0;

/** The characters that Twig's `~` removes: blanks on the same line. */
export const isInlineBlank = (character: number): boolean =>
  isBlank(character) && character !== charCode.newline && character !== charCode.return;

export const isDigit = (character: number): boolean => character >= 0x30 && character <= 0x39;

/**
 * Letters, the underscore, and all non-ASCII characters except spaces, which allows field names in other
 * languages.
 */
export const isNameStart = (character: number): boolean =>
  (character >= 0x61 && character <= 0x7a) ||
  (character >= 0x41 && character <= 0x5a) ||
  character === 0x5f ||
  (character > 0xa0 && !isForeignSpace(character));

export const isNamePart = (character: number): boolean => isNameStart(character) || isDigit(character);

/** Non-ASCII spaces, which are common in pasted text, are treated as blanks. */
export const isForeignSpace = (character: number): boolean =>
  character === 0xa0 ||
  character === 0x1680 ||
  (character >= 0x2000 && character <= 0x200b) ||
  character === 0x2028 ||
  character === 0x2029 ||
  character === 0x202f ||
  character === 0x205f ||
  character === 0x3000 ||
  character === 0xfeff;
