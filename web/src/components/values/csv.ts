/** Escapes a cell so spreadsheets don't run it as a formula, and quotes it if needed. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",;\t|\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Downloads rows as a CSV file. */
export function downloadCsv(name: string, rows: readonly (readonly unknown[])[]): void {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
