// Relays events as `hark work` does, while the benchmark wants it to: each message turns the relay on or off.
import { openEventDatabases } from '../../server/src/app/work/event-databases.ts';
import { startTriggers } from '../../server/src/app/work/triggers.ts';
import { installationSettings, readConfig } from '../../server/src/config.ts';
import { findInstallation } from '../../server/src/core/installation/index.ts';
import { createMetrics } from '../../server/src/lib/telemetry/metrics.ts';
import { silent } from '../../server/test/harness/scratch-database.ts';

process.on('disconnect', () => process.exit());
const databases = openEventDatabases(findInstallation(installationSettings(readConfig())), silent);
let relaying: ReturnType<typeof startTriggers> | undefined;
process.on('message', async (isWanted: boolean) => {
  if (isWanted) relaying = startTriggers(databases, silent, createMetrics());
  else await relaying?.close();
  process.send?.('done');
});
