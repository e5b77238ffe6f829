/** The contract suite, and the projects of the test runner (vitest.config.ts). */
export const SUITES = [
  'contract',
  'server',
  'tools',
  'web',
  'commands',
  'docs',
  'browser',
  'faults',
  'chaos',
];
