import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { balance, type Delivery } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import type { Stage } from '../chaos/stage.ts';
import { startStage } from '../chaos/start-stage.ts';
import { Watch } from '../chaos/watch.ts';
import { backUp, restore } from './backup.ts';
import { type DrillDocument, type DrillOptions, secondsSince, sentences, timed } from './drill.ts';
import { countUnfinished, untilSettled } from './settled.ts';

/**
 * Takes a backup under load, loses the database and the engine, and restores them as docs/operating.md
 * describes. Requests accepted before the backup must still be there and finish exactly once.
 */
export async function drillRestore({ isQuick, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = performance.now();
  const plan = {
    deliveriesPerSecond: isQuick ? 60 : 100,
    minAccepted: Number.POSITIVE_INFINITY,
    loadMs: isQuick ? 4_000 : 30_000,
  };
  progress('starting PostgreSQL, Redis, the engine, serve and work');
  const stage = await startStage({ isEngineCluster: false });
  const folder = mkdtempSync(join(tmpdir(), 'hark-backup-'));
  try {
    const before = await backUpUnderLoad(stage, folder, plan, progress);
    progress(`${before.sent.length} sent; the database and the engine are lost`);
    const outsideBefore = stage.parts.partner.calls.length;
    await stage.parts.engine.stop();
    stage.parts.engine.loseData();
    await stage.parts.postgres.loseData();
    const restoreMs = await timed(() => restore(stage, folder));
    const unfinished = await countUnfinished(stage.parts.database);
    progress(`restored, with ${unfinished} unfinished runs`);
    const finishMs = await timed(() => untilSettled(stage.parts.database));
    const afterwards = await sendAfterwards(stage, plan);
    return {
      drill: 'restore',
      seconds: secondsSince(startedAt),
      back_up_ms: before.backUpMs,
      restore_ms: restoreMs,
      finished_after_ms: finishMs,
      unfinished_in_backup: unfinished,
      ...(await judge(stage, before, afterwards, { unfinished, outsideBefore })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await stage.parts.remove();
  }
}

type LoadPlan = ConstructorParameters<typeof Load>[1] & { readonly loadMs: number };

interface BeforeTheLoss {
  readonly sent: readonly Delivery[];
  /** Runs whose callers had already received a response when the backup started. */
  readonly acceptedBefore: ReadonlySet<string>;
  readonly backUpMs: number;
}

async function backUpUnderLoad(
  stage: Stage,
  folder: string,
  plan: LoadPlan,
  progress: DrillOptions['progress'],
): Promise<BeforeTheLoss> {
  const load = new Load(stage.parts.listenerUrl, plan, new Watch());
  await sleep(plan.loadMs);
  // Without the engine, runs queue up, so the backup contains many unfinished runs.
  await stage.parts.engine.stop();
  await sleep(plan.loadMs);
  const acceptedBefore = new Set(load.deliveries.flatMap(({ runs }) => [...runs]));
  progress(`backing up while requests come in (${acceptedBefore.size} accepted so far)`);
  const backUpMs = await timed(() => backUp(stage, folder));
  await stage.parts.engine.start();
  await sleep(plan.loadMs);
  await load.stop();
  return { sent: load.deliveries, acceptedBefore, backUpMs };
}

/** Checks that new requests are accepted and finish. */
async function sendAfterwards(stage: Stage, plan: LoadPlan): Promise<readonly Delivery[]> {
  const load = new Load(stage.parts.listenerUrl, plan, new Watch());
  await sleep(2_000);
  await load.stop();
  return load.deliveries;
}

const isAnswered = ({ runs }: Delivery) => runs.size > 0;

async function judge(
  { parts: { database, partner } }: Stage,
  { sent, acceptedBefore }: BeforeTheLoss,
  afterwards: readonly Delivery[],
  { unfinished, outsideBefore }: { unfinished: number; outsideBefore: number },
) {
  const { runs, leads } = await untilSettled(database);
  const restored = new Set(runs.map(({ id }) => id));
  const isKept = ({ runs: named }: Delivery) => [...named].every((run) => restored.has(run));
  const missing = [...acceptedBefore].filter((run) => !restored.has(run));
  const ledger = balance([...sent, ...afterwards].filter(isKept), runs, leads, partner.calls);
  const { lost, doubled, failed } = ledger;
  return {
    accepted: sent.filter(isAnswered).length,
    accepted_before_backup: acceptedBefore.size,
    lost_that_came_after_backup: sent.filter((delivery) => !isKept(delivery)).length,
    accepted_after_restore: afterwards.filter(isAnswered).length,
    outside_calls: {
      before: outsideBefore,
      after: partner.calls.length - outsideBefore,
      repeated: ledger.outside.repeated,
    },
    effects: leads.length,
    lost: missing.length + lost.length,
    doubled: doubled.length,
    unfinished: ledger.unfinished.length,
    wrong: [
      ...sentences({
        'accepted before the backup and not restored': missing,
        lost,
        doubled,
        failed,
        unfinished: ledger.unfinished,
      }),
      ...(unfinished === 0 ? ['the backup contained no unfinished run, so the drill proves nothing'] : []),
    ],
  };
}
