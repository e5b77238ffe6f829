// Plants faults into a copy of the repository, one at a time, and runs the test files that reach the faulty line until
// one of them fails: `npm run test:planted -- --coverage DIR [--json FILE] [name …]`. DIR is the folder that coverage.ts
// has filled. The tests need the same servers and variables as always, and the browser tests need `npm run build` first.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { executedLines, readCollected } from './coverage-files.ts';
import { FAULTS, type Fault } from './planted-faults.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
/** The copy has links to these. The tests only read them. */
const LINKED = ['.git', 'node_modules'];
/** The run fails if the tests miss more faults than this. */
const MAX_MISSED = 1;
const MAX_FILE_MS = 10 * 60_000;
/** How long a test file that took too long can clean up before it is killed. */
const MAX_CLEANUP_MS = 60_000;

interface Verdict {
  readonly name: string;
  /** File and line. */
  readonly place: string;
  /** How many test files execute the faulty line. */
  readonly reachedBy: number;
  readonly foundBy: string | null;
  readonly seconds: number;
  /** Test files that fail without the fault, too. They can't find anything. */
  readonly broken: readonly string[];
}

const { values, positionals: names } = parseArgs({
  options: { coverage: { type: 'string' }, json: { type: 'string' } },
  allowPositionals: true,
});
if (values.coverage === undefined) throw new Error('Name the folder with the coverage: --coverage DIR');
const unknown = names.find((name) => !FAULTS.some((fault) => fault.name === name));
if (unknown !== undefined) throw new Error(`There is no fault "${unknown}" in planted-faults.ts.`);
const faults = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name));
const lines = new Map(faults.map((fault) => [fault, linesOf(fault)]));
const reaching = findReaching(resolve(values.coverage));
const copy = copyRepository();
/** Whether a test file passes without a fault. */
const passesUnchanged = new Map<string, boolean>();
const verdicts: Verdict[] = [];
try {
  console.log('| fault | line | reached by | found by | seconds |\n|---|---|--:|---|--:|');
  for (const fault of faults) {
    const verdict = await judge(fault, reaching.get(fault) ?? []);
    verdicts.push(verdict);
    const { name, place, reachedBy, foundBy, seconds, broken } = verdict;
    console.log(`| ${name} | ${place} | ${reachedBy} | ${foundBy ?? 'not found'} | ${seconds} |`);
    if (broken.length > 0) console.error(`These files fail without a fault, too: ${broken.join(', ')}`);
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(verdicts, undefined, 1));
  }
} finally {
  rmSync(copy, { recursive: true });
}
const missed = verdicts.filter(({ foundBy }) => foundBy === null).length;
console.log(`\n${verdicts.length - missed} of ${verdicts.length} faults were found.`);
if (missed > MAX_MISSED) process.exitCode = 1;

/** @returns the lines that the fault changes, as numbers from 0 */
function linesOf({ name, file, find }: Fault): number[] {
  const parts = readFileSync(join(REPOSITORY, file), 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`"${name}": its text occurs ${parts.length - 1} times in ${file}.`);
  const first = countLines(parts[0] ?? '');
  return Array.from({ length: countLines(find) + 1 }, (_, index) => first + index);
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** Finds the test files that execute the faulty lines. Those that execute the fewest lines in total come first. */
function findReaching(folder: string): Map<Fault, string[]> {
  const sources = new Map<string, string>();
  const sourceOf = (path: string): string => {
    const source = sources.get(path) ?? stripTypeScriptTypes(readFileSync(join(REPOSITORY, path), 'utf8'));
    sources.set(path, source);
    return source;
  };
  const found = new Map(faults.map((fault): [Fault, { file: string; size: number }[]] => [fault, []]));
  for (const [file, coverage] of readCollected(folder)) {
    const executed = new Map<string, Set<number>>();
    for (const [path, reached] of coverage) {
      const known = [...executedLines(sourceOf(path), reached)].filter(([, isExecuted]) => isExecuted);
      executed.set(path, new Set(known.map(([line]) => line)));
    }
    const size = [...executed.values()].reduce((sum, set) => sum + set.size, 0);
    for (const [fault, files] of found) {
      const inFile = executed.get(fault.file);
      if (lines.get(fault)?.some((line) => inFile?.has(line))) files.push({ file, size });
    }
  }
  return new Map([...found].map(([fault, files]) => [fault, bySize(files)]));
}

function bySize(files: { file: string; size: number }[]): string[] {
  return files.sort((a, b) => a.size - b.size).map(({ file }) => file);
}

/** Tests run in a copy, so that the fault isn't in the sources that others work with. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hark-faults-'));
  cpSync(REPOSITORY, folder, {
    recursive: true,
    filter(from, to) {
      if (!LINKED.includes(basename(from))) return true;
      symlinkSync(from, to);
      return false;
    },
  });
  return folder;
}

/** Runs the test files until one of them finds the fault. */
async function judge(fault: Fault, files: readonly string[]): Promise<Verdict> {
  const startedAt = performance.now();
  const broken: string[] = [];
  let foundBy: string | null = null;
  for (const file of files) {
    if (await passesWith(fault, file)) continue;
    // A file that also fails without the fault says nothing about it.
    if (!passesUnchanged.has(file)) passesUnchanged.set(file, await passes(file));
    if (passesUnchanged.get(file)) {
      foundBy = file;
      break;
    }
    broken.push(file);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const place = `${fault.file}:${(lines.get(fault)?.[0] ?? 0) + 1}`;
  return { name: fault.name, place, reachedBy: files.length, foundBy, seconds, broken };
}

async function passesWith({ file, find, replace }: Fault, testFile: string): Promise<boolean> {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  // As a function, because a text could contain patterns such as $&.
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  try {
    return await passes(testFile);
  } finally {
    writeFileSync(path, source);
  }
}

async function passes(testFile: string): Promise<boolean> {
  const [program, ...args] = testFile.endsWith('.test.mjs')
    ? (['server/test/contract/run', testFile] as const)
    : (['vitest', 'run', '--bail=1', testFile] as const);
  // The processes that a test starts are in the same group, so they end with it.
  const child = spawn(program, args, { cwd: copy, stdio: 'ignore', detached: true });
  const stop = (signal: NodeJS.Signals) => () => child.pid && process.kill(-child.pid, signal);
  const timers = [
    setTimeout(stop('SIGTERM'), MAX_FILE_MS),
    setTimeout(stop('SIGKILL'), MAX_FILE_MS + MAX_CLEANUP_MS),
  ];
  const [code] = await once(child, 'exit');
  timers.forEach(clearTimeout);
  return code === 0;
}
