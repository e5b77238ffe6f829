// `npm run -s drill -- restore | upgrade | rollback | full-disk | alerts | move [--quick] [--json]`: rehearses
// what docs/operating.md and docs/scale.md describe, on separate installations.
import { parseArgs } from 'node:util';
import { provideBundle } from '../harness/provide-bundle.ts';
import { drillAlerts } from './alerts.ts';
import type { DrillDocument, DrillOptions } from './drill.ts';
import { drillFullDisk } from './full-disk.ts';
import { drillMove } from './move/drill-move.ts';
import { drillRestore } from './restore.ts';
import { drillRollback } from './rollback.ts';
import { drillUpgrade } from './upgrade.ts';

const drills: ReadonlyMap<string, (options: DrillOptions) => Promise<DrillDocument>> = new Map([
  ['restore', drillRestore],
  ['upgrade', drillUpgrade],
  ['rollback', drillRollback],
  ['full-disk', drillFullDisk],
  ['alerts', drillAlerts],
  ['move', drillMove],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    from: { type: 'string' },
  },
});
const drill = drills.get(positionals[0] ?? '');
if (!drill) {
  console.error(`Usage: npm run -s drill -- <${[...drills.keys()].join(' | ')}> [--quick] [--json]
  restore     a backup under load, the loss of database and engine, and the way back
  upgrade     a new version under load; --from REF uses an earlier commit as the old one
  rollback    a new version under load, and back to the old one without a restore; --from REF as above
  full-disk   no room left for PostgreSQL, and room again; needs root
  alerts      whatever an alert is for, and a real Prometheus that has to see it
  move        a workspace moves to another cell under load, while processes of both are killed; needs nginx
  --quick     less load, the same steps
Each starts servers of its own on free ports. It ends with 1 when a promise was broken.`);
  process.exitCode = 2;
} else {
  await provideBundle();
  const document = await drill({
    isQuick: values.quick,
    from: values.from,
    progress: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
  });
  if (values.json) console.log(JSON.stringify(document, null, 2));
  else console.dir(document, { depth: null });
  process.exitCode = document.wrong.length === 0 ? 0 : 1;
}
