import { defineConfig } from 'vitest/config';

// Makes the migrated template from which every test file gets its database.
const GLOBAL_SETUP = 'server/test/harness/global-setup.ts';
const CHAOS = 'server/test/chaos/quick.test.ts';

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
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['server/test/faults/**', 'server/test/browser/**', CHAOS],
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
        test: { name: 'browser', include: ['server/test/browser/**/*.test.ts'], globalSetup: GLOBAL_SETUP },
      },
      {
        extends: true,
        // Kills a whole product of its own under load: alone, so that the two cores are its own.
        test: { name: 'chaos', include: [CHAOS] },
      },
      {
        extends: true,
        test: { name: 'tools', include: ['tools/**/*.test.ts'] },
      },
    ],
  },
});
