export interface CsvForm {
  /** A single ASCII character. */
  readonly delimiter: string;
  readonly encoding: CsvEncoding;
}

export const csvEncodings = ['utf-8', 'windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/** A parsed record. `end` is the offset where the next record starts. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly end: number;
  readonly problem?: CsvProblem;
}

export type CsvProblem = 'text_after_quote' | 'quote_not_closed' | 'not_decodable' | 'too_many_cells';

/**
 * Cells after this number are skipped: a line that consists only of separators must not become a million
 * strings.
 */
export const maxCells = 1_000;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads one record. Follows RFC 4180 and the behavior of spreadsheets: quotes inside an unquoted cell are plain
 * text, and lines end with CR, LF or both. It works on bytes, so offsets are exact. In both encodings, the
 * bytes it searches for are never part of another character.
 * @returns undefined if more bytes are needed to complete the record
 */
export function readRecord(
  bytes: Buffer,
  start: number,
  { delimiter, encoding }: CsvForm,
  isLast: boolean,
): CsvRecord | undefined {
  const separator = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let problem: CsvProblem | undefined;
  let at = start;
  for (;;) {
    const cell = bytes[at] === quote ? quotedCell(bytes, at, separator) : plainCell(bytes, at, separator);
    const ending = bytes[cell.end];
    // A trailing carriage return may be half of a line ending; a trailing quote may be half of a doubled one.
    const isCut = ending === undefined || (ending === carriageReturn && cell.end + 1 === bytes.length);
    if (isCut && !isLast) return undefined;
    problem ??= cell.problem;
    if (cells.length === maxCells) problem ??= 'too_many_cells';
    else {
      const text = decode(cell.content, encoding);
      if (text === undefined) problem ??= 'not_decodable';
      const shown = text ?? cell.content.toString('latin1');
      cells.push(cell.isDoubled ? shown.replaceAll('""', '"') : shown);
    }
    at = cell.end + 1;
    if (ending === separator) continue;
    const isPair = ending === carriageReturn && bytes[at] === lineFeed;
    const end = ending === undefined ? bytes.length : isPair ? at + 1 : at;
    return { cells, end, ...(problem && { problem }) };
  }
}

interface Cell {
  readonly content: Buffer;
  /** The offset of the separator or line ending, or the end of the bytes. */
  readonly end: number;
  /** Whether the cell contains doubled quotes. */
  readonly isDoubled?: boolean;
  readonly problem?: CsvProblem;
}

function plainCell(bytes: Buffer, start: number, separator: number): Cell {
  const end = endOfPlain(bytes, start, separator);
  return { content: bytes.subarray(start, end), end };
}

function endOfPlain(bytes: Buffer, start: number, separator: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === separator || byte === lineFeed || byte === carriageReturn) break;
  }
  return at;
}

function quotedCell(bytes: Buffer, start: number, separator: number): Cell {
  const first = start + 1;
  let isDoubled = false;
  for (let from = first; ; from += 2) {
    const closing = bytes.indexOf(quote, from);
    if (closing === -1)
      return { content: bytes.subarray(first), isDoubled, end: bytes.length, problem: 'quote_not_closed' };
    if (bytes[closing + 1] !== quote) {
      const inside = bytes.subarray(first, closing);
      const end = endOfPlain(bytes, closing + 1, separator);
      if (end === closing + 1) return { content: inside, isDoubled, end };
      const content = Buffer.concat([inside, bytes.subarray(closing + 1, end)]);
      return { content, isDoubled, end, problem: 'text_after_quote' };
    }
    isDoubled = true;
    from = closing;
  }
}

const decoders = {
  'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
  'windows-1252': new TextDecoder('windows-1252'),
} satisfies Record<CsvEncoding, unknown>;

function decode(bytes: Buffer, encoding: CsvEncoding): string | undefined {
  try {
    return decoders[encoding].decode(bytes);
  } catch {
    return undefined;
  }
}
