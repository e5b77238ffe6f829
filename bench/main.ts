// `npm run -s bench -- <suite> [options]`: runs a suite on a PostgreSQL server that it starts for it. The suite
// is a separate process, so that Ctrl-C can end everything that the suite started, no matter what it is doing.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideBundle } from '../server/test/harness/provide-bundle.ts';
import { startCluster } from './cluster.ts';
import { endGroup } from './end-group.ts';
import { readOptions, usage } from './options.ts';
import { suites } from './suites.ts';

const [name = '', ...flags] = process.argv.slice(2);
if (!Object.hasOwn(suites, name)) {
  console.error(`${usage}\nSuites: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
const options = readOptions(flags);
await provideBundle();

const interrupted = new Promise<number>((resolve) => {
  process.on('SIGINT', () => resolve(130));
  process.on('SIGTERM', () => resolve(143));
});
const cleanups = new AsyncDisposableStack();
try {
  // Every temporary file of the suite is in this folder. PostgreSQL runs as another user and must be able to pass it.
  const folder = mkdtempSync(join(tmpdir(), 'hark-bench-'));
  cleanups.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711);
  const cluster = await startCluster(folder, options);
  cleanups.defer(cluster.stop);
  const suite = fork(new URL('./suite-process.ts', import.meta.url), process.argv.slice(2), {
    // A template database that tests use isn't in this cluster.
    env: { ...process.env, DATABASE_ADMIN_URL: cluster.url, TEMPLATE_DATABASE: undefined, TMPDIR: folder },
    execArgv: [],
    // The terminal sends Ctrl-C only to this process, which then stops the others in order.
    detached: true,
  });
  const { pid = -1 } = suite;
  cleanups.defer(() => cluster.dropDatabasesOf(pid));
  cleanups.defer(() => endGroup(pid));
  const ended = once(suite, 'exit').then(([code]) => code ?? 1);
  process.exitCode = await Promise.race([ended, interrupted]);
} finally {
  await cleanups.disposeAsync();
}
process.exit();
