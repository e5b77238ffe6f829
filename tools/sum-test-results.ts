// Prints "N passed, N failed" over the reports from several test runs: sum-test-results.ts <exit status>
// <report>...
// If a check fails without a failed test (a lint error, or a suite that didn't load), it counts as one failure,
// so a failed run never prints "0 failed".

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
