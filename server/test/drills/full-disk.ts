import { setTimeout as sleep } from 'node:timers/promises';
import { balance } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import type { Stage } from '../chaos/stage.ts';
import { startStage } from '../chaos/start-stage.ts';
import { Watch } from '../chaos/watch.ts';
import { eventually } from '../harness/eventually.ts';
import { startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { type DrillDocument, type DrillOptions, secondsSince, sentences } from './drill.ts';
import { untilSettled } from './settled.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const diskMegabytes = 500;
/** Keeps the WAL small, so a full disk has an effect soon. */
const settings = ['max_wal_size=64MB', 'min_wal_size=32MB', 'checkpoint_timeout=30s'];
/**
 * The only errors that callers may see while the disk is full. They include a timeout:
 * a request that is being stored when the disk fills up may get no response within the ten seconds that this
 * caller waits.
 */
const allowed = ['503', 'no answer in 10 s'];

/**
 * Fills PostgreSQL's disk under load, then frees space again. No request gets 2xx without being stored, no
 * accepted request is lost, and a restart by PostgreSQL's service manager is enough to recover.
 */
export async function drillFullDisk({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = performance.now();
  const disk = mountSmallDisk(diskMegabytes);
  try {
    progress(`starting PostgreSQL on a disk of ${diskMegabytes} MB, Redis, the engine, serve and work`);
    const stage = await startStage({
      isEngineCluster: false,
      startPostgres: () => startOwnPostgres({ parent: disk.folder, settings }),
    });
    try {
      const watch = new Watch();
      const plan = { deliveriesPerSecond: 60, minAccepted: Number.POSITIVE_INFINITY };
      const load = new Load(stage.parts.listenerUrl, plan, watch);
      const loadMs = isQuick ? 5_000 : 15_000;
      await sleep(loadMs);
      const seen = await fillAndFree({ stage, disk, load, watch }, isQuick ? 15_000 : 60_000, progress);
      watch.begin('after', performance.now());
      await sleep(loadMs);
      await load.stop();
      progress(`${load.accepted} accepted; waiting until every run has finished`);
      return {
        drill: 'full-disk',
        accepted: load.accepted,
        ...seen,
        ...(await judge(stage, load, watch)),
        seconds: secondsSince(startedAt),
      };
    } finally {
      await stage.parts.remove();
    }
  } finally {
    disk.remove();
  }
}

interface UnderLoad {
  readonly stage: Stage;
  readonly disk: SmallDisk;
  readonly load: Load;
  readonly watch: Watch;
}

async function fillAndFree(
  { stage, disk, load, watch }: UnderLoad,
  fullMs: number,
  progress: DrillOptions['progress'],
) {
  const { postgres } = stage.parts;
  const acceptedBefore = load.accepted;
  progress(`${acceptedBefore} accepted; filling the disk`);
  watch.begin('full', performance.now());
  disk.fill();
  await sleep(fullMs);
  const endedByItself = !postgres.isRunning();
  const acceptedWhileFull = load.accepted - acceptedBefore;
  progress(
    `full for ${fullMs / 1000} s, PostgreSQL ${endedByItself ? 'has stopped' : 'is running'}; freeing space`,
  );
  disk.free();
  const freedAt = performance.now();
  // Restarts PostgreSQL, as its service manager would.
  if (!postgres.isRunning()) await postgres.start();
  const accepted = load.accepted;
  await eventually(() => load.accepted > accepted + 10, 60_000);
  const acceptingAfterMs = Math.round(performance.now() - freedAt);
  await stage.untilWhole();
  return {
    accepted_while_full: acceptedWhileFull,
    postgres_ended_by_itself: endedByItself,
    accepting_again_after_ms: acceptingAfterMs,
  };
}

async function judge({ parts: { database, partner } }: Stage, load: Load, watch: Watch) {
  const { runs, leads } = await untilSettled(database);
  const ledger = balance(load.deliveries, runs, leads, partner.calls);
  const { lost, doubled, unfinished, failed, unanswered } = ledger;
  const views = Object.fromEntries(watch.views());
  const errors = Object.values(views).flatMap((view) => Object.entries(view.errors));
  return {
    unanswered,
    callers: views,
    lost: lost.length,
    doubled: doubled.length,
    unfinished: unfinished.length,
    wrong: [
      ...sentences({ lost, doubled, unfinished, failed }),
      ...errors
        .filter(([kind]) => !allowed.includes(kind))
        .map(([kind, count]) => `callers saw ${kind}, ${count} times`),
      ...(errors.length === 0 ? ['no request failed: the disk was not full'] : []),
    ],
  };
}
