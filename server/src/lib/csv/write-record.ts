/** Spreadsheets may execute a cell that starts with one of these characters, full-width forms included. */
const dangerous = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const guarded = /^'(?=[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/;

/** Prefixes a dangerous cell with an apostrophe, so spreadsheets treat it as text. */
export const guardCell = (text: string): string => (dangerous.test(text) ? `'${text}` : text);

/** Reverses `guardCell`, so an exported file can be imported. */
export const unguardCell = (text: string): string => text.replace(guarded, '');

/** Formats a record. Cells are quoted only where necessary (RFC 4180). */
export const writeRecord = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string): string =>
  /[",;\t\r\n|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
