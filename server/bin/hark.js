#!/usr/bin/env node
// Plain JavaScript: older versions of Node.js can't load the TypeScript sources, and would print a stack trace.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const requiredVersion = 24;

if (Number.parseInt(process.versions.node, 10) < requiredVersion) {
  console.error(
    `hark: Node.js ${process.versions.node} is too old. Install Node.js ${requiredVersion} or newer.`,
  );
  process.exitCode = 1;
} else {
  await start();
}

/** The package contains only the bundle. A clone starts its sources, unless BUNDLE_DIR names a bundle. */
function start() {
  const { BUNDLE_DIR: folder } = process.env;
  if (!existsSync(new URL('../src', import.meta.url))) return import('../dist/main.js');
  return folder ? import(pathToFileURL(path.resolve(folder, 'main.js')).href) : import('../src/main.ts');
}
