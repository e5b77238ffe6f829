/** How a file of comma-separated values is written. */
export interface CsvForm {
  /** A single character of ASCII. */
  readonly delimiter: string;
  readonly encoding: CsvEncoding;
}

export const csvEncodings = ['utf-8', 'windows-1252'] as const;
export type CsvEncoding = (typeof csvEncodings)[number];

/** One record of a file: its cells, where the next one begins, and what is wrong with it. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly end: number;
  readonly problem?: CsvProblem;
}

export type CsvProblem = 'text_after_quote' | 'quote_not_closed' | 'not_decodable' | 'too_many_cells';

/** Those behind are only passed over: a line of nothing but separators must not become a million texts. */
export const maxCells = 1_000;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads the record that begins at `start`, as RFC 4180 has it and as spreadsheets write it: quotes inside of an unquoted
 * cell are text, lines end in any of the three ways. It works on bytes, so that a place in the file is exact; in both
 * encodings what it looks for is one byte that is part of no other character.
 * @returns undefined when the record goes on behind these bytes, and they are not the last ones
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
    // A carriage return at the very end may be half of a line's end; a quote may be half of a doubled one.
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
  /** The byte that ends it: a separator, a line's end, or none. */
  readonly end: number;
  /** Whether quotes inside are written twice. */
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
