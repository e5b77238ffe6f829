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
    if (!record) throw new Error('a whole file has no record that goes on behind it');
    records.push(record);
    at = record.end;
  }
  return records;
}
const cellsOf = (text: string | Buffer, form = comma) => readAll(text, form).map(({ cells }) => cells);

describe('reading', () => {
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
  ])('%j', (text, wanted) => {
    expect(cellsOf(text)).toEqual(wanted);
  });

  test('a quote that is never closed, and text behind a closing one, spoil their own record', () => {
    expect(readAll('"a"b,c\nd,e\n')).toMatchObject([
      { cells: ['ab', 'c'], problem: 'text_after_quote' },
      { cells: ['d', 'e'] },
    ]);
    expect(readAll('a\n"b,c\nd\n').at(-1)).toMatchObject({ problem: 'quote_not_closed' });
  });

  test('what is not of the encoding spoils its own record, and is read in the right one', () => {
    const bytes = Buffer.from('Jos\xe9,x\nok,y\n', 'latin1');
    expect(readAll(bytes).map(({ problem }) => problem)).toEqual(['not_decodable', undefined]);
    expect(cellsOf(bytes, { delimiter: ',', encoding: 'windows-1252' })[0]).toEqual(['José', 'x']);
  });

  test('cut anywhere, a record is the same or is told to go on', () => {
    const text = 'a,"b ""c"" \r\nd",é\r\nlast,"x"';
    const bytes = Buffer.from(text);
    const whole = readRecord(bytes, 0, comma, true);
    for (let cut = 0; cut < bytes.length; cut++) {
      const record = readRecord(bytes.subarray(0, cut), 0, comma, false);
      if (record) expect(record).toEqual(whole);
    }
  });

  test('whatever is written is read again', () => {
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

  test('a line of nothing but separators is one bad record, and does not become a million texts', () => {
    const [long, next] = readAll(`${','.repeat(1_000_000)}\na,b`);
    expect([long?.cells.length, long?.problem]).toEqual([1_000, 'too_many_cells']);
    expect(next?.cells).toEqual(['a', 'b']);
    const fits = `${'x,'.repeat(999)}x`;
    expect(readAll(fits)[0]).toMatchObject({ cells: { length: 1_000 } });
    expect(readAll(fits)[0]?.problem).toBeUndefined();
  });

  test('a cell of many mebibytes takes a moment', () => {
    const begun = performance.now();
    expect(cellsOf(`"${'x""'.repeat(1_000_000)}",b\n`)[0]?.[1]).toBe('b');
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});

describe('guessing', () => {
  test.each([
    ['a,b\n1,2\n', ','],
    ['a;b;c,d\n1;2;3,5\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['"x,y"|b\n"1,2"|2\n', '|'],
    ['alone\nrow\n', ','],
  ])('%j is separated by %j', (text, delimiter) => {
    expect(guessForm(Buffer.from(text), true).delimiter).toBe(delimiter);
  });

  test('the encoding, also where a part ends in the middle of a character', () => {
    const bytes = Buffer.from('a,é\n'.repeat(3));
    expect(guessForm(bytes, true).encoding).toBe('utf-8');
    expect(guessForm(bytes.subarray(0, 3), false).encoding).toBe('utf-8');
    expect(guessForm(Buffer.from('a,\xe9\n', 'latin1'), true).encoding).toBe('windows-1252');
    expect(isWide(Buffer.from('\ufeffa', 'utf16le'))).toBe(true);
  });
});

describe('formulas', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=cmd|/c calc!A0'])(
    '%j is made a text, and comes back as it was',
    (text) => {
      expect(guardCell(text)).toBe(`'${text}`);
      expect(unguardCell(guardCell(text))).toBe(text);
    },
  );
  test.each(['a=1', '1-1', "O'Hara", "'quoted'", ''])('%j is left alone', (text) => {
    expect(guardCell(text)).toBe(text);
    expect(unguardCell(text)).toBe(text);
  });
});
