// Prints what the gate did, from the reports of its test runs: sum-results.ts EXIT_STATUS REPORT…
// First how long each suite's tests took, added up over the workers, then "N passed, N failed" in all. If a check fails
// without a failed test (a lint error, or a suite that didn't load), it counts as one failure, so a failed run never prints
// "0 failed".

import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults?: readonly {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: unknown[];
  }[];
}

const [status, ...files] = process.argv.slice(2);
const reports = files
  .filter((file) => existsSync(file))
  .map((file): Report => JSON.parse(readFileSync(file, 'utf8')));

const suites = new Map<string, { files: number; tests: number; seconds: number }>();
for (const { name, startTime, endTime, assertionResults } of reports.flatMap(
  (one) => one.testResults ?? [],
)) {
  const suite = suiteOf(relative(process.cwd(), name));
  const sum = suites.get(suite) ?? { files: 0, tests: 0, seconds: 0 };
  sum.files += 1;
  sum.tests += assertionResults.length;
  sum.seconds += (endTime - startTime) / 1000;
  suites.set(suite, sum);
}
for (const [suite, { files, tests, seconds }] of [...suites].sort(([, a], [, b]) => b.seconds - a.seconds)) {
  const columns = [
    String(files).padStart(4),
    String(tests).padStart(5),
    String(Math.round(seconds)).padStart(5),
  ];
  console.log(`${suite.padEnd(20)}${columns[0]} files ${columns[1]} tests ${columns[2]} s`);
}
const passed = reports.reduce((sum, report) => sum + report.numPassedTests, 0);
const failed = reports.reduce((sum, report) => sum + report.numFailedTests, 0);
console.log(`${passed} passed, ${status === '0' ? failed : Math.max(failed, 1)} failed`);

/** @returns the first two folders of a test file, without `test` */
function suiteOf(path: string): string {
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((folder) => folder !== 'test');
  return folders.slice(0, 2).join('/');
}
