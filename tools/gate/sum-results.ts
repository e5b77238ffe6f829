// Prints what the gate did, from the reports of its test runs: sum-results.ts EXIT_STATUS REPORT…
// First the files that passed only in a second run and how long each suite's tests took, added up over the workers, then
// "N passed, N failed" in all. If a check fails without a failed test (a lint error, or a suite that didn't load), it
// counts as one failure, so a failed run never prints "0 failed".

import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** What the test runner reports. The contract suite, which has another one, reports only its counts. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults?: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string }[];
}

const [status, ...paths] = process.argv.slice(2);
const reports = paths
  .filter((path) => existsSync(path))
  .map((path): Report => JSON.parse(readFileSync(path, 'utf8')));

/** By file. If a file ran twice, the second result counts. */
const files = new Map<string, FileResult>();
for (const result of reports.flatMap(({ testResults = [] }) => testResults)) {
  if (files.get(result.name)?.status === 'failed' && result.status === 'passed')
    console.log(`Passed only when it ran again, alone: ${relative(process.cwd(), result.name)}`);
  files.set(result.name, result);
}

const suites = Map.groupBy(files.values(), ({ name }) => suiteOf(relative(process.cwd(), name)));
const rows = [...suites].map(([suite, all]) => ({
  suite,
  files: all.length,
  tests: sum(all.map(({ assertionResults }) => assertionResults.length)),
  seconds: Math.round(sum(all.map(({ startTime, endTime }) => endTime - startTime)) / 1000),
}));
for (const row of rows.sort((a, b) => b.seconds - a.seconds)) {
  const columns = [pad(row.files, 4), 'files', pad(row.tests, 5), 'tests', pad(row.seconds, 5), 's'];
  console.log(row.suite.padEnd(20) + columns.join(' '));
}

const counted = reports.filter(({ testResults }) => testResults === undefined);
const passed = countTests('passed') + sum(counted.map((report) => report.numPassedTests));
const failed = countTests('failed') + sum(counted.map((report) => report.numFailedTests));
console.log(`${passed} passed, ${status === '0' ? failed : Math.max(failed, 1)} failed`);

function countTests(wanted: string): number {
  const tests = [...files.values()].flatMap(({ assertionResults }) => assertionResults);
  return tests.filter((test) => test.status === wanted).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width);
}

/** @returns the first two folders of a test file, without `test` */
function suiteOf(path: string): string {
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((folder) => folder !== 'test');
  return folders.slice(0, 2).join('/');
}
