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
/** Little in advance, so that a full disk is felt soon. */
const settings = ['max_wal_size=64MB', 'min_wal_size=32MB', 'checkpoint_timeout=30s'];
/**
 * All that a caller may hear while there is no room: come again. Whoever was just being stored waits ten seconds for his receipt, which is as
 * long as this caller waits for any answer.
 */
const allowed = ['503', 'no answer in 10 s'];

/**
 * The disk of PostgreSQL has no room left, under load, and then has room again. Nobody is told 2xx for what is not stored, nothing
 * that was accepted is lost, and what PostgreSQL's service manager does is all that has to be done.
 */
export async function drillFullDisk({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = performance.now();
  const disk = mountSmallDisk(diskMegabytes);
  try {
    progress(`starting PostgreSQL on a disk of ${diskMegabytes} MB, Redis, the engine, serve and work`);
    const stage = await startStage({
      isEngineCluster: false,
      startPostgres: () => startOwnPostgres(disk.folder, settings),
    });
    try {
      const watch = new Watch();
      const plan = { deliveriesPerSecond: 60, leastAccepted: Number.POSITIVE_INFINITY };
      const load = new Load(stage.parts.listenerUrl, plan, watch);
      const loadMs = isQuick ? 5_000 : 15_000;
      await sleep(loadMs);
      const seen = await fillAndFree({ stage, disk, load, watch }, isQuick ? 15_000 : 60_000, progress);
      watch.begin('after', performance.now());
      await sleep(loadMs);
      await load.stop();
      progress(`${load.accepted} accepted; waiting until every run is final`);
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
    `full for ${fullMs / 1000} s, PostgreSQL ${endedByItself ? 'has ended' : 'runs'}; there is room again`,
  );
  disk.free();
  const freedAt = performance.now();
  // What its service manager does.
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
      ...(errors.length === 0 ? ['nobody noticed: the disk was not full'] : []),
    ],
  };
}
