/** The contract suite, and the projects of the test runner (vitest.config.ts). */
export const SUITES = ['contract', 'server', 'tools', 'commands', 'docs', 'browser', 'faults', 'chaos'];
