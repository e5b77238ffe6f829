import { type CsvForm, readRecord } from './read-record.ts';

const delimiters = [',', ';', '\t', '|'];
const looked = 30;

/** Some programs write these bytes at the start of UTF-8 files. */
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export const contentStart = (bytes: Buffer): number =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;

/** Whether the file is UTF-16, which can't be parsed byte by byte. */
export const isWide = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** Guesses the encoding, and the delimiter that splits the first records most evenly. */
export function guessForm(bytes: Buffer, isWhole: boolean): CsvForm {
  const encoding = isUtf8(bytes, isWhole) ? 'utf-8' : 'windows-1252';
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, ...evenness(bytes, { delimiter, encoding }, isWhole) }))
    .sort((a, b) => b.even - a.even || b.cells - a.cells);
  return { delimiter: best && best.cells > 1 ? best.delimiter : ',', encoding };
}

function evenness(bytes: Buffer, form: CsvForm, isWhole: boolean): { even: number; cells: number } {
  const counts: number[] = [];
  for (let at = contentStart(bytes); at < bytes.length && counts.length < looked; ) {
    const record = readRecord(bytes, at, form, isWhole);
    if (!record) break;
    counts.push(record.cells.length);
    at = record.end;
  }
  const [cells = 1] = counts;
  const even = cells === 1 ? 0 : counts.filter((count) => count === cells).length / counts.length;
  return { even, cells };
}

/**
 * Checks whether a chunk is valid UTF-8. A chunk may end inside a character, so up to three bytes at its end
 * are ignored.
 */
function isUtf8(bytes: Buffer, isWhole: boolean): boolean {
  const cuts = isWhole ? [0] : [0, 1, 2, 3];
  return cuts.some((cut) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {
      return false;
    }
  });
}
