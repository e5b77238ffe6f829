export { readTestFile } from './read-test-file.ts';
export { runTest } from './run-test.ts';
export { type CheckedTests, checkTests } from './test-file.ts';
export { testFileJsonSchema } from './test-schema.ts';
