// Records which code of the server a test file reaches. The test runner loads this file before each test file if
// HARK_COVERAGE names a folder. Commands that the test file starts record theirs because they inherit
// NODE_V8_COVERAGE.

import { mkdirSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { collect } from './coverage-files.ts';

const folder = process.env.HARK_COVERAGE ?? '';
const testFile = relative(process.cwd(), expect.getState().testPath ?? '');
const raw = join(folder, 'raw', testFile.replaceAll('/', '+'));
mkdirSync(raw, { recursive: true });
process.env.NODE_V8_COVERAGE = raw;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  collect(folder, testFile, raw, result);
});
