#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Stripping types and compiling took most of a start, and a third of its memory. The cache stands beside the packages,
// where only who installs can write; before it is on, nothing else may be loaded.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/hark', import.meta.url)));

// The reader may leave before the end, as in `hark runs | head`, or the terminal may be closed. Commands that run until they are
// stopped then stop as by SIGTERM; all others have nobody left to print for.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    if (!process.emit('SIGTERM')) process.exit(0);
  });
}

const { runProgram } = await import('./cli/program.ts');
process.exit(await runProgram());
