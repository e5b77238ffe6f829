/** A cell that no spreadsheet takes for a formula, in quotes where it needs them. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",;\t|\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Gives the reader rows as a file. */
export function downloadCsv(name: string, rows: readonly (readonly unknown[])[]): void {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}
