import { setTimeout as sleep } from 'node:timers/promises';
import { type DrillDocument, type DrillOptions, timed } from './drill.ts';
import { migrateWhileReading, type Rehearsal, rehearse, replaceProcesses, unshown } from './rehearsal.ts';

/**
 * Upgrades under load and goes back, as docs/operating.md describes: the old version's `migrate` leaves the newer
 * schema alone, and its processes replace the new ones. Callers must notice nothing, and runs that the new version
 * started must finish in the old one.
 */
export const drillRollback = (options: DrillOptions): Promise<DrillDocument> =>
  rehearse('rollback', options, async (rehearsal) => {
    const { stage, old, next, plan, watch, progress } = rehearsal;
    const ofOld = await rehearsal.sendSleepers();
    progress(`${ofOld.deliveries.length} runs are waiting in the old version; migrating`);
    const migrateMs = await migrateWhileReading(rehearsal);
    const forwardMs = await timed(() => replaceProcesses(rehearsal, next, 'forward'));
    const waitingForward = await ofOld.countWaiting();
    // Going back takes about as long as going forward.
    const ofNext = await rehearsal.sendSleepers(
      Math.ceil((2 * (migrateMs + forwardMs) + plan.calmMs) / 1000),
    );
    progress(`${ofNext.deliveries.length} more runs are waiting in the next version; going back`);
    await sleep(plan.calmMs);
    watch.begin('migrate back', performance.now());
    const migrateBackMs = await timed(() => stage.command(old, 'migrate'));
    await replaceProcesses(rehearsal, old, 'back');
    const waitingBack = await ofNext.countWaiting();
    progress(`the next work has stopped; its waiting runs: ${JSON.stringify(waitingBack)}`);
    const doctor = await examine(rehearsal);
    await sleep(plan.calmMs);
    return {
      migrate_ms: migrateMs,
      migrate_back_ms: migrateBackMs,
      waiting_when_the_old_work_had_ended: waitingForward,
      waiting_when_the_next_work_had_ended: waitingBack,
      doctor,
      wrong: [
        ...unshown(waitingForward),
        ...unshown(waitingBack),
        ...doctor.filter(({ ok }) => !ok).map(({ check, says }) => `hark doctor: ${check}: ${says}`),
      ],
    };
  });

/** The findings of the old version's `hark doctor` on the newer schema. */
async function examine({ stage, old }: Rehearsal) {
  const { findings } = JSON.parse(await stage.command(old, 'doctor', '--json')) as {
    findings: { check: string; ok: boolean; says: string }[];
  };
  return findings.map(({ check, ok, says }) => ({ check, ok, says }));
}
