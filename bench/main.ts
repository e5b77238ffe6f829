// `npm run -s bench -- <suite> [--json] [--quick]`: one file per figure that we claim.

import { type BenchDocument, type BenchOptions, printDocument } from './document.ts';
import { benchDriver } from './driver.ts';
import { benchTemplates } from './templates.ts';
import { benchWorkspaces } from './workspaces.ts';

const suites: Record<string, (options: BenchOptions) => Promise<BenchDocument>> = {
  driver: benchDriver,
  templates: benchTemplates,
  workspaces: benchWorkspaces,
};

const [name = '', ...flags] = process.argv.slice(2);
const run = suites[name];
if (!run) {
  console.error(
    `Usage: npm run -s bench -- <suite> [--json] [--quick]\nSuites: ${Object.keys(suites).join(', ')}`,
  );
  process.exit(2);
}
const document = await run({
  quick: flags.includes('--quick'),
  progress: (line) => console.error(line),
});
printDocument(document, flags.includes('--json'));
process.exit();
