// Measures which lines and branches of the server the tests reach, in the tests' own processes and in the commands that
// they start: `npm run test:coverage -- --out DIR [suite …]`. Prints a table by part of the server. DIR then contains the
// coverage of each test file, which planted-faults.ts reads. Suites can be measured one after the other into one folder.

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import scripts from '../../package.json' with { type: 'json' };
import { addCoverage, type Coverage, collect, executedLines, readCollected } from './coverage-files.ts';
import { SUITES } from './suites.ts';

const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true });
if (values.out === undefined) throw new Error('Name the folder for the results: --out DIR');
const folder = resolve(values.out);
for (const suite of positionals) {
  if (!SUITES.includes(suite))
    throw new Error(`There is no suite ${suite}. The suites are ${SUITES.join(', ')}.`);
  if (suite === 'contract') runContract();
  else runProject(suite);
}
report();

function runProject(suite: string): void {
  // Node.js loads the sources itself, so offsets in the coverage are those of the source files.
  const options = [
    '--isolate',
    '--experimental.viteModuleRunner=false',
    '--testTimeout=240000',
    '--hookTimeout=240000',
  ];
  run('vitest', ['run', '--project', suite, ...options], { HARK_COVERAGE: folder });
}

/** Runs each file of the contract suite in a separate installation, so its coverage is recorded separately. */
function runContract(): void {
  const [program = '', ...files] = scripts.scripts['test:contract'].split(' ');
  for (const file of files) {
    const raw = join(folder, 'raw', file.replaceAll('/', '+'));
    mkdirSync(raw, { recursive: true });
    run(program, [file], { NODE_V8_COVERAGE: raw });
    collect(folder, file, raw);
  }
}

function run(program: string, args: string[], env: Record<string, string>): void {
  // Commands start the sources, so that their coverage is that of the source files.
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, BUNDLE_DIR: '', ...env },
  });
  if (status !== 0) console.error(`${program} ${args.join(' ')}: exit code ${status}`);
}

function report(): void {
  const total: Coverage = new Map();
  for (const [, coverage] of readCollected(folder)) addCoverage(total, coverage);
  const parts = new Map<string, number[]>();
  for (const path of globSync('server/src/**/*.ts').sort()) {
    const reached = total.get(path);
    const lines = [...executedLines(stripTypeScriptTypes(readFileSync(path, 'utf8')), reached).values()];
    const branches = [...(reached?.branches ?? [])].map((offset) => reached?.executed[offset] === 1);
    const counts = [
      lines.filter(Boolean).length,
      lines.length,
      branches.filter(Boolean).length,
      branches.length,
    ];
    for (const part of [path.split('/').slice(0, 4).join('/').replace(/\.ts$/, ''), 'all']) {
      parts.set(
        part,
        counts.map((count, index) => count + (parts.get(part)?.[index] ?? 0)),
      );
    }
  }
  console.log('| part | lines | reached | branches | reached |\n|---|--:|--:|--:|--:|');
  for (const [part, [lines = 0, ofLines = 0, branches = 0, ofBranches = 0]] of parts) {
    console.log(
      `| ${part} | ${ofLines} | ${percent(lines, ofLines)} | ${ofBranches} | ${percent(branches, ofBranches)} |`,
    );
  }
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(2)} %`;
}
