import type { TestProject } from 'vitest/node';
import { createScratchDatabase, dropDatabase } from './scratch-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string;
  }
}

/** Migrates one database per run; every test file works on a copy of it (test-database.ts). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const name = `hark_test_${process.pid}`;
  await createScratchDatabase(name);
  project.provide('templateDatabase', name);
  return () => dropDatabase(name, { roles: true });
}
