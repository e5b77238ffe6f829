import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../../tools/release/build-server.ts';

/**
 * Builds the server as it is shipped, for processes that inherit BUNDLE_DIR from this one, and removes it at the end.
 * If BUNDLE_DIR is already set, that bundle is used, or the sources if it is empty.
 */
export async function provideBundle(project?: TestProject): Promise<void> {
  if (process.env.BUNDLE_DIR !== undefined) return;
  const folder = fileURLToPath(new URL(`../../dist/test-${process.pid}`, import.meta.url));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await buildServer(folder);
  process.env.BUNDLE_DIR = folder;
  project?.onTestsRerun(() => buildServer(folder));
}

/** The test runner calls this before the first test of a project. */
export { provideBundle as setup };
