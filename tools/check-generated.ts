// Fails when a generated file is not what its sources say: part of `npm run check`.
import { existsSync, readFileSync } from 'node:fs';
import { renderGeneratedFiles } from './generated-files.ts';

const stale = [...(await renderGeneratedFiles())]
  .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  .map(([path]) => path);
for (const path of stale) console.error(`${path} is stale: run \`npm run generate\` and commit it`);
if (stale.length > 0) process.exitCode = 1;
