// `npm run -s chaos -- [--quick | --cluster] [--json]`: starts an installation, kills every part of it under
// load, and checks the ledger. docs/reliability.md explains the promises and the output.

import { parseArgs } from 'node:util';
import { provideBundle } from '../harness/provide-bundle.ts';
import { printDocument } from './document.ts';
import { clusterPlan, fullPlan, quickPlan } from './plan.ts';
import { runChaos } from './run-chaos.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`Usage: npm run -s chaos -- [--quick | --cluster] [--json]
Starts PostgreSQL, Redis, the engine, serve and work, kills them in turn under load, and compares what callers were
promised with what is stored. Ends with 1 when anything was lost, doubled or not finished.
  --quick    3 kills of each in under two minutes, instead of 20
  --cluster  the engine as three nodes; only they are killed, one at a time
  --json     one document on standard output; progress is on standard error`);
} else {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  await provideBundle();
  const document = await runChaos({
    plan: values.cluster ? clusterPlan : values.quick ? quickPlan : fullPlan,
    progress: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
    signal: stopping.signal,
  }).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
    console.error('Given up. Everything that was started is ended.');
    return undefined;
  });
  if (document && values.json) console.log(JSON.stringify(document, null, 2));
  else if (document) printDocument(document);
  process.exitCode = document?.wrong.length === 0 ? 0 : 1;
}
