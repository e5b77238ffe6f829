import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Makes the migrated template from which every test file gets its database.
const GLOBAL_SETUP = 'server/test/harness/global-setup.ts';
const CHAOS = 'server/test/chaos/quick.test.ts';

/** Every state of every screen and lists of thousands take many minutes: the quick form walks the screens and the journeys. */
const LONG_BROWSER_TESTS =
  process.env.HARK_QUICK === '1'
    ? ['admin-states', 'builders', 'leads-long', 'states'].map(
        (name) => `server/test/browser/console-${name}.test.ts`,
      )
    : [];

/**
 * Begun first, because they take longest, most of it by waiting. On a new machine the runner knows no durations and goes by the size of files: a short
 * file that takes minutes would come last, and alone. A name that is no file any more is an error.
 */
const LONGEST = [
  'server/test/faults/drills.test.ts',
  'server/test/faults/key-drill.test.ts',
  'server/test/faults/frozen-worker.test.ts',
  'server/test/faults/new-beside-old.test.ts',
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
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
    // A promise that nobody waits for is a fault, also when every assertion held.
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['server/test/faults/**', 'server/test/browser/**', 'server/test/docs/**', CHAOS],
          globalSetup: GLOBAL_SETUP,
        },
      },
      {
        extends: true,
        test: {
          // Starts and ends databases and engines of its own: slow, so it has its own command.
          name: 'faults',
          include: ['server/test/faults/**/*.test.ts'],
          globalSetup: GLOBAL_SETUP,
        },
      },
      {
        extends: true,
        // Needs a Chromium on the machine.
        test: {
          name: 'browser',
          include: ['server/test/browser/**/*.test.ts'],
          exclude: LONG_BROWSER_TESTS,
          globalSetup: GLOBAL_SETUP,
        },
      },
      {
        extends: true,
        // Kills a whole product of its own under load: alone, so that the two cores are its own.
        test: { name: 'chaos', include: [CHAOS] },
      },
      {
        extends: true,
        // Follows every guide against a product of its own; needs aspell on the machine.
        test: { name: 'docs', include: ['server/test/docs/**/*.test.ts'], maxConcurrency: 2 },
      },
      {
        extends: true,
        test: { name: 'tools', include: ['tools/**/*.test.ts'] },
      },
    ],
  },
});
