#!/usr/bin/env node
// Plain JavaScript: older versions of Node.js can't load the TypeScript sources, and would print a stack trace.
const requiredVersion = 24;

if (Number.parseInt(process.versions.node, 10) < requiredVersion) {
  console.error(
    `hark: Node.js ${process.versions.node} is too old. Install Node.js ${requiredVersion} or newer.`,
  );
  process.exitCode = 1;
} else {
  await import('../src/main.ts');
}
