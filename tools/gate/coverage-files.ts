// What V8 reports as coverage: for each function, ranges of characters and how often each was executed. Offsets are those
// of the source files, because Node.js replaces types with spaces.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A script in V8's report. */
export interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[];
  }[];
}

/** What was executed of one source file. */
export interface Reached {
  /** 1 for each character that was executed. */
  executed: Uint8Array;
  /** The offsets where functions and branches start. V8 reports only branches of functions that were called. */
  readonly branches: Set<number>;
}

/** By the path of the source file. */
export type Coverage = Map<string, Reached>;

const SERVER = 'server/src/';

/** Adds up what several processes recorded while a test file ran, and saves it under the test file's name. */
export function collect(
  folder: string,
  testFile: string,
  raw: string,
  recorded: readonly Script[] = [],
): void {
  const coverage: Coverage = new Map();
  addScripts(coverage, recorded);
  for (const name of readdirSync(raw)) {
    addScripts(coverage, JSON.parse(readFileSync(join(raw, name), 'utf8')).result);
  }
  rmSync(raw, { recursive: true });
  mkdirSync(join(folder, 'files'), { recursive: true });
  const saved = [...coverage].map(([path, { executed, branches }]) => [
    path,
    toRuns(executed),
    [...branches],
  ]);
  writeFileSync(join(folder, 'files', `${testFile.replaceAll('/', '+')}.json`), JSON.stringify(saved));
}

/** @returns the saved coverage by test file */
export function* readCollected(folder: string): Generator<[testFile: string, Coverage]> {
  for (const name of readdirSync(join(folder, 'files'))) {
    const saved: [string, number[], number[]][] = JSON.parse(
      readFileSync(join(folder, 'files', name), 'utf8'),
    );
    const coverage = saved.map(([path, runs, branches]): [string, Reached] => [
      path,
      { executed: fromRuns(runs), branches: new Set(branches) },
    ]);
    yield [name.slice(0, -'.json'.length).replaceAll('+', '/'), new Map(coverage)];
  }
}

/** Adds the coverage of one test file to that of others. */
export function addCoverage(total: Coverage, added: Coverage): void {
  for (const [path, { executed, branches }] of added) {
    const reached = total.get(path) ?? { executed: new Uint8Array(executed.length), branches: new Set() };
    total.set(path, reached);
    for (let offset = 0; offset < executed.length; offset++)
      reached.executed[offset] ||= executed[offset] ?? 0;
    for (const branch of branches) reached.branches.add(branch);
  }
}

/** @returns the lines with code, counted from 0, and whether each was executed */
export function executedLines(source: string, reached: Reached | undefined): Map<number, boolean> {
  const found = new Map<number, boolean>();
  let start = 0;
  for (const [number, line] of source.split('\n').entries()) {
    const code = line.search(/\S/);
    const isComment = /^(\/\/|\/?\*)/.test(line.slice(code));
    if (code >= 0 && !isComment) found.set(number, reached?.executed[start + code] === 1);
    start += line.length + 1;
  }
  return found;
}

function addScripts(coverage: Coverage, scripts: readonly Script[]): void {
  const ours = scripts.filter(({ url }) => url.startsWith('file:') && url.includes(`/${SERVER}`));
  for (const { url, functions } of ours) {
    const path = fileURLToPath(url);
    const ranges = functions.flatMap((one) => one.ranges);
    // An inner range comes after the range around it and overrides it.
    ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
    const executed = new Uint8Array(ranges[0]?.endOffset ?? 0);
    for (const { startOffset, endOffset, count } of ranges)
      executed.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    const branches = new Set(ranges.map(({ startOffset }) => startOffset));
    addCoverage(coverage, new Map([[path.slice(path.lastIndexOf(SERVER)), { executed, branches }]]));
  }
}

/** @returns the lengths of the runs of equal values, the first one of zeros, and at the end nothing */
function toRuns(values: Uint8Array): number[] {
  const runs = [];
  let start = 0;
  for (let current = 0; start < values.length; current = 1 - current) {
    const end = values.indexOf(1 - current, start);
    runs.push((end < 0 ? values.length : end) - start);
    start = end < 0 ? values.length : end;
  }
  return runs;
}

function fromRuns(runs: readonly number[]): Uint8Array {
  const values = new Uint8Array(runs.reduce((sum, length) => sum + length, 0));
  let start = 0;
  for (const [index, length] of runs.entries()) {
    values.fill(index % 2, start, start + length);
    start += length;
  }
  return values;
}
