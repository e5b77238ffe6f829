/**
 * What a spreadsheet may take for a formula and execute when a file is opened: these characters at the beginning of a cell, the
 * wide forms of East Asian keyboards among them.
 */
const dangerous = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const guarded = /^'(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/;

/** A text that no spreadsheet executes: an apostrophe in front makes it a text. */
export const guardCell = (text: string): string => (dangerous.test(text) ? `'${text}` : text);

/** The text as it was before `guardCell`, so that a file that was exported can be imported. */
export const unguardCell = (text: string): string => text.replace(guarded, '');

/** A record with its line's end. Cells are quoted where they must be (RFC 4180). */
export const writeRecord = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string =>
  /[",;\t\r\n|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
