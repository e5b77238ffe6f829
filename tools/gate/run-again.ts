// Runs the test files that failed in the gate a second time, one after the other: run-again.ts REPORT NEW_REPORT.
// In the first run they share two cores with all other suites. What fails alone too, fails the gate.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Report } from './sum-results.ts';

/** If more files than this fail, the change is the cause. */
const MAX_FILES = 3;

const [report = '', newReport = ''] = process.argv.slice(2);
const { testResults = [] }: Report = JSON.parse(readFileSync(report, 'utf8'));
const failed = testResults
  .filter(({ status }) => status === 'failed')
  .map(({ name }) => relative(process.cwd(), name));
// Without a failed file, a static check or the test runner itself has failed.
if (failed.length === 0 || failed.length > MAX_FILES) process.exit(1);

console.log(`Running again, alone: ${failed.join(', ')}`);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${newReport}`];
const { status } = spawnSync('vitest', ['run', '--maxWorkers=1', ...reporters, ...failed], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
