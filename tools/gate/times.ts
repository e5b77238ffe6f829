// Measures where the time of the tests goes: `npm run test:times -- [--json FILE] [suite …]`. Runs the suites one test
// file at a time, because the processes of the whole machine are counted, so nothing else should be running. Prints a
// table of the suites and one of the slowest files.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import scripts from '../../package.json' with { type: 'json' };
import { type Cost, ProcessTimes } from './process-times.ts';
import { SUITES } from './suites.ts';

const SLOWEST = 40;
const COLUMNS = [
  'files',
  'tests',
  'wall',
  'waiting',
  'node',
  'postgres',
  'engine',
  'browser',
  'other',
  'commands',
  'engines',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], number>> & { readonly name: string };

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
});
const times = new ProcessTimes();
const suites: Row[] = [];
const files: Row[] = [];
for (const suite of positionals.length > 0 ? positionals : SUITES) {
  const rows = suite === 'contract' ? await measureContract() : await measureProject(suite);
  files.push(...rows);
  suites.push({ ...sum(rows), name: suite, files: rows.length });
}
times.stop();
if (values.json) writeFileSync(values.json, JSON.stringify({ suites, files }, undefined, 1));
console.log(table(suites));
console.log(table(files.toSorted((a, b) => (b.wall ?? 0) - (a.wall ?? 0)).slice(0, SLOWEST)));
// Otherwise, the test runner's own handles can keep the process running.
process.exit();

async function measureProject(project: string): Promise<Row[]> {
  if (project === 'browser') await once(spawn('npm', ['run', '--silent', 'build']), 'exit');
  const rows: Row[] = [];
  let before = times.cost;
  const vitest = await startVitest('test', [], {
    project,
    watch: false,
    maxWorkers: 1,
    reporters: [
      'default',
      {
        onTestModuleEnd({ moduleId, children }) {
          const tests = [...children.allTests()].length;
          rows.push({ name: relative(process.cwd(), moduleId), tests, ...times.since(before) });
          before = times.cost;
        },
      },
    ],
  });
  await vitest.close();
  return rows;
}

/** The list of processes shows which file of the contract suite is running. */
async function measureContract(): Promise<Row[]> {
  const [program = '', ...paths] = scripts.scripts['test:contract'].split(' ');
  const rows: Row[] = [];
  let before = times.cost;
  let name = 'server/test/contract/run';
  const endFile = (next: string) => {
    rows.push({ name, ...times.since(before) });
    before = times.cost;
    name = next;
  };
  const timer = setInterval(() => {
    const path = paths.find((one) => times.isRunning(basename(one)));
    if (path !== undefined && path !== name) endFile(path);
  }, 100);
  await once(spawn(program, paths, { stdio: 'inherit' }), 'exit');
  clearInterval(timer);
  endFile('');
  return rows;
}

function sum(rows: readonly Row[]): Partial<Record<keyof Cost | 'tests', number>> {
  const total: Partial<Record<string, number>> = {};
  for (const { name: _, ...row } of rows) {
    for (const [column, value] of Object.entries(row)) total[column] = (total[column] ?? 0) + value;
  }
  return total;
}

function table(rows: readonly Row[]): string {
  const shown = COLUMNS.filter((column) => rows.some((row) => row[column] !== undefined));
  const lines = rows.map((row) => [row.name, ...shown.map((column) => Math.round(row[column] ?? 0))]);
  return [['', ...shown], ['---', ...shown.map(() => '--:')], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
