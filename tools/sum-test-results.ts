// Prints "N passed, N failed" over the reports of several test runs: sum-test-results.ts <exit status> <report>...
// A gate that failed although no test did (a lint error, a suite that did not load) counts as one failure, so
// that the line never says "0 failed" about a run that failed.

import { existsSync, readFileSync } from 'node:fs';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
}

const [status, ...files] = process.argv.slice(2);
const reports = files
  .filter((file) => existsSync(file))
  .map((file): Report => JSON.parse(readFileSync(file, 'utf8')));
const passed = reports.reduce((sum, report) => sum + report.numPassedTests, 0);
const failed = reports.reduce((sum, report) => sum + report.numFailedTests, 0);
console.log(`${passed} passed, ${status === '0' ? failed : Math.max(failed, 1)} failed`);
