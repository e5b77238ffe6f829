#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ownFile } from './lib/own-package.ts';
import { traceToSources } from './lib/process/trace-to-sources.ts';

const isBundle = import.meta.url.endsWith('.js');

// Without this cache, compiling takes most of the startup time and a third of the memory at startup. The
// cache is stored where only the installing user can write. For other users, Hark runs without it. Enable it
// before loading anything else.
enableCompileCache(isBundle ? join(import.meta.dirname, '.cache') : ownFile('node_modules/.cache/hark'));

// The sources need no map, because Node.js strips their types without moving any code.
if (isBundle) traceToSources(new URL('.', import.meta.url));

// The reader may exit early, as in `hark runs | head`, or the terminal may be closed. Long-running commands
// then shut down as on SIGTERM. All other commands exit, because nothing reads their output.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    if (!process.emit('SIGTERM')) process.exit(0);
  });
}

const { runProgram } = await import('./cli/program.ts');
const exitCode = await runProgram();
// Another program may not have read everything yet.
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
process.exit(exitCode);
