import { type CsvForm, readRecord } from './read-record.ts';

const delimiters = [',', ';', '\t', '|'];
const looked = 30;

/** What UTF-8 files of some programs begin with. */
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where the first record begins. */
export const contentStart = (bytes: Buffer): number =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;

/** Two bytes for each character: no such file can be read by the byte. */
export const isWide = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** How a file is probably written: the separator that cuts its first records most evenly, and the encoding that fits. */
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

/** The last character of a part may be cut; up to three bytes of it are overlooked. */
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
