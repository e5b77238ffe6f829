import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Creates the migrated template database that every test file copies.
const TEMPLATE_DATABASE = 'server/test/harness/global-setup.ts';
// Builds the server as it is shipped, for tests that start it as a process.
const BUNDLE = 'server/test/harness/provide-bundle.ts';
// Starts an installation that test files share.
const INSTALLATION = 'server/test/harness/shared-hark.ts';
const COMMANDS = [
  'server/test/cli/**/*.test.ts',
  'server/test/operating/**/*.test.ts',
  'server/test/client/package.test.ts',
  'server/test/client/python.test.ts',
  'tools/release/packages.test.ts',
  'bench/**/*.test.ts',
];
const CHAOS = 'server/test/chaos/quick.test.ts';

/** HARK_FULL=1 runs everything at full size, before a release. Every change runs less. */
const IS_FULL = process.env.HARK_FULL === '1';

/**
 * Only the full run includes these files: every screen in turn, lists with thousands of entries, drills that take
 * minutes, faults that other files show in another way, the download of all packages, and benchmarks.
 */
const ONLY_IN_FULL_RUN = IS_FULL
  ? []
  : [
      ...['leads-long', 'loading', 'stability', 'step-test', 'walk'].map(
        (name) => `server/test/browser/console-${name}.test.ts`,
      ),
      ...['cells', 'drills', 'flood', 'heavy-neighbor', 'installed-package', 'key-drill', 'two-workers'].map(
        (name) => `server/test/faults/${name}.test.ts`,
      ),
      ...['api/api', 'cells/cells', 'console/console-leads', 'events/events', 'listener/listener'].map(
        (name) => `bench/${name}.test.ts`,
      ),
    ];

/**
 * Start these files first. They take the longest, mostly because they wait. On a new machine, the test runner
 * doesn't know any durations and sorts files by size, so a short file that takes minutes would run last, and
 * alone. A name that doesn't match a file is an error.
 */
const LONGEST = [
  'server/test/faults/drills.test.ts',
  'server/test/faults/installed-package.test.ts',
  'server/test/faults/key-drill.test.ts',
  'server/test/docs/guides.test.ts',
  'server/test/docs/recipes.test.ts',
  'server/test/faults/deliveries.test.ts',
  'server/test/browser/console-looks.test.ts',
  'server/test/browser/console-walk.test.ts',
  'bench/listener/listener.test.ts',
  'bench/console/console-leads.test.ts',
  'server/test/operating/demo.test.ts',
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
    // Loading the sources again for each file would take half of the time.
    isolate: false,
    // Tests also wait for PostgreSQL, the engine and the browser.
    maxWorkers: availableParallelism() + 1,
    // A busy machine can take ten times as long as an idle one.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 60_000 } },
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
          exclude: ONLY_IN_FULL_RUN,
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
          exclude: ONLY_IN_FULL_RUN,
          globalSetup: [TEMPLATE_DATABASE, BUNDLE],
        },
      },
      {
        extends: true,
        // These tests require Chromium. Many are journeys of several minutes on a busy machine.
        test: {
          name: 'browser',
          testTimeout: 240_000,
          include: ['server/test/browser/**/*.test.ts'],
          exclude: ONLY_IN_FULL_RUN,
          globalSetup: [TEMPLATE_DATABASE, BUNDLE, INSTALLATION],
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
          globalSetup: [TEMPLATE_DATABASE, BUNDLE],
        },
      },
      {
        extends: true,
        test: { name: 'tools', include: ['tools/**/*.test.ts'], exclude: COMMANDS },
      },
      {
        extends: true,
        // The console's own logic, without a browser.
        test: { name: 'web', include: ['web/test/**/*.test.ts'] },
      },
    ],
  },
});
