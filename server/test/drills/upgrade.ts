import { setTimeout as sleep } from 'node:timers/promises';
import type { DrillDocument, DrillOptions } from './drill.ts';
import { migrateWhileReading, rehearse, replaceProcesses, unshown } from './rehearsal.ts';

/**
 * Upgrades under load, as docs/operating.md describes: migrates while the old version serves and a long read
 * is open, then replaces the `serve` processes one at a time behind the proxy, then `work`. Callers must
 * notice nothing, and waiting runs must resume.
 */
export const drillUpgrade = (options: DrillOptions): Promise<DrillDocument> =>
  rehearse('upgrade', options, async (rehearsal) => {
    const { next, plan, progress } = rehearsal;
    const sleepers = await rehearsal.sendSleepers();
    await sleep(plan.calmMs);
    progress(`${sleepers.deliveries.length} runs are waiting; migrating`);
    const migrateMs = await migrateWhileReading(rehearsal);
    await sleep(plan.calmMs);
    await replaceProcesses(rehearsal, next, 'forward');
    const waiting = await sleepers.countWaiting();
    progress(`the old work has stopped; its waiting runs: ${JSON.stringify(waiting)}`);
    await sleep(plan.calmMs);
    return {
      migrate_ms: migrateMs,
      waiting_when_the_old_work_had_ended: waiting,
      wrong: unshown(waiting),
    };
  });
