import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Creates the migrated template database that every test file copies.
const TEMPLATE_DATABASE = 'server/test/harness/global-setup.ts';
// Builds the server as it is shipped, for tests that start it as a process.
const BUNDLE = 'server/test/harness/provide-bundle.ts';
const COMMANDS = [
  'server/test/cli/**/*.test.ts',
  'server/test/operating/**/*.test.ts',
  'server/test/client/package.test.ts',
  'server/test/client/python.test.ts',
  'tools/release/packages.test.ts',
  'bench/**/*.test.ts',
];
const IS_QUICK = process.env.HARK_QUICK === '1';
const CHAOS = 'server/test/chaos/quick.test.ts';

/**
 * These tests cover every state of every screen and lists with thousands of entries, which takes many minutes.
 * Without them, the browser tests only visit the screens and run the main user journeys.
 */
const LONG_BROWSER_TESTS = IS_QUICK
  ? [
      'admin-states',
      'builders',
      'leads-long',
      'loading',
      'names',
      'snippets',
      'states',
      'step-test',
      'walk',
    ].map((name) => `server/test/browser/console-${name}.test.ts`)
  : [];

/** Two benchmarks that seed many leads first. */
const LONG_COMMANDS = IS_QUICK ? ['bench/api/api.test.ts', 'bench/console/console-leads.test.ts'] : [];

/**
 * Start these files first. They take the longest, mostly because they wait. On a new machine, the test runner
 * doesn't know any durations and sorts files by size, so a short file that takes minutes would run last, and
 * alone. A name that doesn't match a file is an error.
 */
const LONGEST = [
  'server/test/faults/drills.test.ts',
  'server/test/faults/installed-package.test.ts',
  'server/test/faults/key-drill.test.ts',
  'server/test/faults/frozen-worker.test.ts',
  'server/test/faults/mixed-versions.test.ts',
  'server/test/faults/emptied-engine.test.ts',
  'server/test/browser/console-walk.test.ts',
  'bench/listener/listener.test.ts',
  'bench/console/console-leads.test.ts',
  'server/test/operating/demo.test.ts',
  'server/test/spec/listeners/listener-answers.test.ts',
].map((path) => realpathSync(join(import.meta.dirname, path)));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.indexOf(moduleId);
      return place < 0 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine can take ten times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // An unhandled rejection fails the run even if every assertion passed.
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: process.env.HARK_COVERAGE === undefined ? [] : ['tools/gate/coverage-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts'],
          exclude: [
            ...COMMANDS,
            'server/test/faults/**',
            'server/test/browser/**',
            'server/test/docs/**',
            CHAOS,
          ],
          globalSetup: [TEMPLATE_DATABASE, BUNDLE],
        },
      },
      {
        extends: true,
        // These tests start commands, benchmarks and installed packages as processes. That is slow, so they have
        // a separate command.
        test: {
          name: 'commands',
          include: COMMANDS,
          exclude: LONG_COMMANDS,
          globalSetup: [TEMPLATE_DATABASE, BUNDLE],
        },
      },
      {
        extends: true,
        test: {
          // These tests start and stop their own databases and engines. That is slow, so they have a separate
          // command.
          name: 'faults',
          include: ['server/test/faults/**/*.test.ts'],
          globalSetup: [TEMPLATE_DATABASE, BUNDLE],
        },
      },
      {
        extends: true,
        // These tests require Chromium.
        test: {
          name: 'browser',
          include: ['server/test/browser/**/*.test.ts'],
          exclude: LONG_BROWSER_TESTS,
          globalSetup: [TEMPLATE_DATABASE, BUNDLE],
        },
      },
      {
        extends: true,
        // These tests kill processes of a whole installation under load. They run alone, so they have all
        // cores.
        test: { name: 'chaos', include: [CHAOS], globalSetup: BUNDLE },
      },
      {
        extends: true,
        // These tests run every guide against its own installation. They require aspell.
        test: {
          name: 'docs',
          include: ['server/test/docs/**/*.test.ts'],
          maxConcurrency: 2,
          globalSetup: BUNDLE,
        },
      },
      {
        extends: true,
        test: { name: 'tools', include: ['tools/**/*.test.ts'], exclude: COMMANDS },
      },
    ],
  },
});
