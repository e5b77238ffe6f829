// `npm run -s bench -- <suite> [--json] [--quick]`: one file per figure that we claim.

import { benchApi } from './api/api.ts';
import { benchConsoleLeads } from './console/console-leads.ts';
import { type BenchDocument, printDocument } from './document.ts';
import { benchDriver } from './driver.ts';
import { benchListener } from './listener/listener.ts';
import { benchOAuth } from './oauth.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { runSeed } from './seed/run-seed.ts';
import { benchStorage } from './storage.ts';
import { benchTemplates } from './templates.ts';

import { benchWorkspaces } from './workspaces.ts';

const suites: Record<string, (options: BenchOptions) => Promise<BenchDocument>> = {
  api: benchApi,
  'console-leads': benchConsoleLeads,
  driver: benchDriver,
  listener: benchListener,
  oauth: benchOAuth,
  storage: benchStorage,
  templates: benchTemplates,
  workspaces: benchWorkspaces,
};

const [name = '', ...flags] = process.argv.slice(2);
const run = suites[name];
if (!run && name !== 'seed') {
  console.error(
    `Usage: npm run -s bench -- <suite> [--json] [--quick] [--database <name>]
Suites: ${Object.keys(suites).join(', ')}
Before api without --quick: npm run -s bench -- seed [--database <name>] [--leads <n>] [--workspaces <n>]`,
  );
  process.exit(2);
}
const options = readOptions(flags);
if (!run) {
  await runSeed(options);
  process.exit();
}
const document = await run(options);
printDocument(document, options.json);
process.exit((document.wrong ?? []).length > 0 ? 1 : 0);
