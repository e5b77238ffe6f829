import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allPages } from '../server/test/docs/pages.ts';

/** Where figures come from: a benchmark, an experiment or setting that the page describes, or arithmetic. */
interface Source {
  readonly source: string;
  /** The only page that states these figures. Without it, every page can. */
  readonly page?: string;
  readonly figures: readonly string[];
}

const file = 'bench/figures.json';
const sources: readonly Source[] = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8'),
);

const number = String.raw`\d(?:[\d,.]*\d)?`;
const numbers = new RegExp(number, 'g');
const several = String.raw`${number}(?:(?:\s?–\s?|\s(?:to|and|or|instead of)\s)${number})*`;
const withUnit = new RegExp(
  String.raw`(?<![\w.,-])(${several})(?:\s?(ms|µs)\b|\s(?:[a-z-]+\s){0,3}?(?:a|per)\s(second)\b)`,
  'g',
);
const unitInHead = /\bin (ms|µs)\b|\b(?:a|per) (second)\b/;

const numbersIn = (text: string, unit: string): string[] =>
  [...text.matchAll(numbers)].map(([found]) => `${found} ${unit === 'second' ? 'per second' : unit}`);

/** The numbers with a unit of speed: in sentences, and in columns and rows of tables whose head names the unit. */
function speedsIn(text: string): string[] {
  const prose = [...text.matchAll(withUnit)].flatMap(([, found = '', short, long]) =>
    numbersIn(found, short ?? long ?? ''),
  );
  return [...prose, ...speedsInTables(text)];
}

const cellsOf = (row: string): string[] => row.split('|').slice(1, -1);
const unitOf = (cell = ''): string | undefined => {
  const [, short, long] = unitInHead.exec(cell) ?? [];
  return short ?? long;
};

function speedsInTables(text: string): string[] {
  const tables = text.match(/(?:^\|.*\|\n?)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [head = '', , ...rows] = table.trim().split('\n');
    const units = cellsOf(head).map(unitOf);
    return rows.flatMap((row) => {
      const [label, ...cells] = cellsOf(row);
      return cells.flatMap((cell, index) => {
        const unit =
          units[index + 1] ?? units[0] ?? (/, per second\s*$/.test(label ?? '') ? 'second' : undefined);
        return unit === undefined || cell.search(withUnit) !== -1
          ? []
          : numbersIn(cell.replaceAll(/`[^`]*`|\([^)]*\)/g, ''), unit);
      });
    });
  });
}

/** Pages that measure nothing: promises, generated pages, and what has changed. */
const pages = allPages().filter(({ path: page }) => !/^(CHANGELOG\.md|docs\/(spec|generated)\/)/.test(page));

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
const speedsOf = ({ figures }: Source): string[] => figures.flatMap(speedsIn);

test(`every speed on a page is in ${file}`, () => {
  const unknown = pages.flatMap(({ path: page, text }) => {
    const known = new Set(sources.filter((one) => (one.page ?? page) === page).flatMap(speedsOf));
    return speedsIn(withoutCode(text))
      .filter((speed) => !known.has(speed))
      .map((speed) => `${page}: ${speed}`);
  });
  expect(unknown).toEqual([]);
});

test(`every speed in ${file} is on its page`, () => {
  const speeds = new Map(pages.map(({ path: page, text }) => [page, speedsIn(withoutCode(text))]));
  const unused = sources.flatMap((source) => {
    const stated = source.page ? speeds.get(source.page) : [...speeds.values()].flat();
    return speedsOf(source).filter((speed) => !stated?.includes(speed));
  });
  expect(unused).toEqual([]);
});

test('reads speeds in sentences and tables', () => {
  expect(speedsIn('It took 2.0 to 3.1 and 6.9 ms, for 1,200 empty runs a second, not 3 of 40 rows.')).toEqual(
    ['2.0 ms', '3.1 ms', '6.9 ms', '1,200 per second'],
  );
  expect(speedsIn('| | per second |\n|---|---|\n| Hark 2 | 3,481 |\n')).toEqual(['3,481 per second']);
  expect(speedsIn('| CPU time in µs | serve |\n|---|---|\n| list | 156–161 |\n')).toEqual([
    '156 µs',
    '161 µs',
  ]);
  expect(speedsIn('| | before | after |\n|---|---|---|\n| runs, per second | 146 | 439 |\n')).toEqual([
    '146 per second',
    '439 per second',
  ]);
});
