import { createScratchDatabase, dropDatabase } from './scratch-database.ts';

/**
 * Migrates one database per run. Test files and installations work on copies of it, and find its name in
 * TEMPLATE_DATABASE, which they inherit from this process.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEMPLATE_DATABASE !== undefined) return;
  const name = `hark_test_${process.pid}`;
  await createScratchDatabase(name);
  process.env.TEMPLATE_DATABASE = name;
  return () => dropDatabase(name, { roles: true });
}
