#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling took most of the startup time and a third of its memory. The cache is next to the packages, where
// only the installing user can write. Enable it before loading anything else.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/hark', import.meta.url)));

// The reader may exit early, as in `hark runs | head`, or the terminal may be closed. Long-running commands
// then stop as on SIGTERM; all others exit, because nothing reads their output.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    if (!process.emit('SIGTERM')) process.exit(0);
  });
}

const { runProgram } = await import('./cli/program.ts');
process.exit(await runProgram());
