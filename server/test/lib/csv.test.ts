import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentStart, guessForm, isWide } from '../../src/lib/csv/guess-form.ts';
import { type CsvForm, type CsvRecord, readRecord } from '../../src/lib/csv/read-record.ts';
import { guardCell, unguardCell, writeRecord } from '../../src/lib/csv/write-record.ts';

const comma: CsvForm = { delimiter: ',', encoding: 'utf-8' };

function readAll(text: string | Buffer, form = comma): CsvRecord[] {
  const bytes = Buffer.from(text as string);
  const records: CsvRecord[] = [];
  for (let at = contentStart(bytes); at < bytes.length; ) {
    const record = readRecord(bytes, at, form, true);
    if (!record) throw new Error('a complete file has no unfinished record');
    records.push(record);
    at = record.end;
  }
  return records;
}
const cellsOf = (text: string | Buffer, form = comma) => readAll(text, form).map(({ cells }) => cells);

describe('reading CSV', () => {
  test.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb\r', [['a'], ['b']]],
    ['"a,b","c\r\nd",""\n', [['a,b', 'c\r\nd', '']]],
    ['"say ""hi""",x', [['say "hi"', 'x']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['5" pipe,b\n', [['5" pipe', 'b']]],
    ['a\n\nb\n', [['a'], [''], ['b']]],
    ['\ufeffa,b\n', [['a', 'b']]],
    ['a\u0000b,c\n', [['a\u0000b', 'c']]],
    ['ä,😀\n', [['ä', '😀']]],
  ])('parses %j', (text, wanted) => {
    expect(cellsOf(text)).toEqual(wanted);
  });

  test('an unclosed quote, or text after a closing quote, makes only that record invalid', () => {
    expect(readAll('"a"b,c\nd,e\n')).toMatchObject([
      { cells: ['ab', 'c'], problem: 'text_after_quote' },
      { cells: ['d', 'e'] },
    ]);
    expect(readAll('a\n"b,c\nd\n').at(-1)).toMatchObject({ problem: 'quote_not_closed' });
  });

  test("bytes that don't match the encoding make only their record invalid, and the right encoding decodes them", () => {
    const bytes = Buffer.from('Jos\xe9,x\nok,y\n', 'latin1');
    expect(readAll(bytes).map(({ problem }) => problem)).toEqual(['not_decodable', undefined]);
    expect(cellsOf(bytes, { delimiter: ',', encoding: 'windows-1252' })[0]).toEqual(['José', 'x']);
  });

  test('input that is cut off at any byte gives the same record or a request for more input', () => {
    const text = 'a,"b ""c"" \r\nd",é\r\nlast,"x"';
    const bytes = Buffer.from(text);
    const complete = readRecord(bytes, 0, comma, true);
    for (let cut = 0; cut < bytes.length; cut++) {
      const record = readRecord(bytes.subarray(0, cut), 0, comma, false);
      if (record) expect(record).toEqual(complete);
    }
  });

  test('reads back any cells that it wrote', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '""', '\r', '\n', ',', ';', '\t', '=1+1', "'", ' a ', ''),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 }), (rows) => {
        const wanted = rows.map((row) => row.map((one) => one.toWellFormed()));
        expect(cellsOf(wanted.map(writeRecord).join(''))).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  test("a line of a million separators is one invalid record and doesn't allocate a million cells", () => {
    const [long, next] = readAll(`${','.repeat(1_000_000)}\na,b`);
    expect([long?.cells.length, long?.problem]).toEqual([1_000, 'too_many_cells']);
    expect(next?.cells).toEqual(['a', 'b']);
    const fits = `${'x,'.repeat(999)}x`;
    expect(readAll(fits)[0]).toMatchObject({ cells: { length: 1_000 } });
    expect(readAll(fits)[0]?.problem).toBeUndefined();
  });

  test('reads a cell of several megabytes quickly', () => {
    const startedAt = performance.now();
    expect(cellsOf(`"${'x""'.repeat(1_000_000)}",b\n`)[0]?.[1]).toBe('b');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('guessing the format', () => {
  test.each([
    ['a,b\n1,2\n', ','],
    ['a;b;c,d\n1;2;3,5\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['"x,y"|b\n"1,2"|2\n', '|'],
    ['alone\nrow\n', ','],
  ])('%j is separated by %j', (text, delimiter) => {
    expect(guessForm(Buffer.from(text), true).delimiter).toBe(delimiter);
  });

  test('guesses the encoding, even when the chunk ends in the middle of a character', () => {
    const bytes = Buffer.from('a,é\n'.repeat(3));
    expect(guessForm(bytes, true).encoding).toBe('utf-8');
    expect(guessForm(bytes.subarray(0, 3), false).encoding).toBe('utf-8');
    expect(guessForm(Buffer.from('a,\xe9\n', 'latin1'), true).encoding).toBe('windows-1252');
    expect(isWide(Buffer.from('\ufeffa', 'utf16le'))).toBe(true);
  });
});

describe('formula cells', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=cmd|/c calc!A0'])(
    '%j is prefixed as text, and the prefix is removed on import',
    (text) => {
      expect(guardCell(text)).toBe(`'${text}`);
      expect(unguardCell(guardCell(text))).toBe(text);
    },
  );
  test.each(['a=1', '1-1', "O'Hara", "'quoted'", ''])('%j is left unchanged', (text) => {
    expect(guardCell(text)).toBe(text);
    expect(unguardCell(text)).toBe(text);
  });
});
