// Writes every generated file. Run it with `npm run generate`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderGeneratedFiles } from './generated-files.ts';

for (const [path, text] of await renderGeneratedFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
