// Fails if a generated file doesn't match its sources. This is part of `npm run check`.
import { existsSync, readFileSync } from 'node:fs';
import { renderGeneratedFiles } from './generated-files.ts';

const stale = [...(await renderGeneratedFiles())]
  .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  .map(([path]) => path);
for (const path of stale)
  console.error(`${path} is out of date. Run \`npm run generate\` and commit the result.`);
if (stale.length > 0) process.exitCode = 1;
