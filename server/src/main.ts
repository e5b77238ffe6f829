#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Stripping types and compiling took most of a start, and a third of its memory. The cache stands beside the packages,
// where only who installs can write; before it is on, nothing else may be loaded.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/hark', import.meta.url)));
const { runProgram } = await import('./cli/program.ts');
process.exit(await runProgram());
