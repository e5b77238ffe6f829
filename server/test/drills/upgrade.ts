import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRestateEngine } from '../../src/engine/restate/restate-engine.ts';
import { balance } from '../chaos/ledger.ts';
import { Load } from '../chaos/load.ts';
import { Watch } from '../chaos/watch.ts';
import { eventually } from '../harness/eventually.ts';
import { editedLead, startApiCaller } from './api-caller.ts';
import { type DrillDocument, type DrillOptions, secondsSince, sentences, timed } from './drill.ts';
import { type LongestWait, startLockProber } from './lock-prober.ts';
import { untilSettled } from './settled.ts';
import { type Sleepers, sendSleepers } from './sleepers.ts';
import { planOf, readerMs, type UpgradePlan, upgradeSeconds } from './upgrade-plan.ts';
import { startUpgradeStage } from './upgrade-stage.ts';
import { earlierVersion, nextVersion, thisVersion, type Version } from './versions.ts';

/** What is promised: docs/operating.md, "Upgrading". */
const longestLockMs = 1_000;

type UpgradeStage = Awaited<ReturnType<typeof startUpgradeStage>>;

/**
 * A new version under load, as docs/operating.md describes it: migrate while the old one serves and somebody reads for long, then
 * exchange one `serve` after the other behind the proxy, then `work`. Callers must notice nothing, and runs that sleep must wake up.
 */
export async function drillUpgrade({ isQuick, from, progress }: DrillOptions): Promise<DrillDocument> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'hark-upgrade-'));
  const started: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const plan = planOf(isQuick);
  try {
    const [old, next] = versionsOf(from, folder);
    progress('starting PostgreSQL, the engine, nginx, and of the old version two serve and one work');
    const stage = await startUpgradeStage(old, folder, started);
    const startSeconds = secondsSince(startedAt);
    const watch = new Watch();
    const prober = await startLockProber(stage.database.reveal());
    started.push(() => prober.stop());
    const sleepers = await sendSleepers(stage, {
      ofEachKind: plan.sleepersOfEachKind,
      seconds: upgradeSeconds(plan, startSeconds),
    });
    const load = new Load(stage.listenerUrl, plan, watch);
    started.push(() => load.abandon());
    const api = startApiCaller(stage.baseUrl, stage.apiToken, watch);
    started.push(() => api.stop());
    await sleep(plan.calmMs);
    progress(`${load.accepted} accepted, ${sleepers.deliveries.length} more wait; migrating`);
    const upgraded = await upgrade(stage, next, { plan, watch, sleepers, progress });
    await load.stop();
    const apiCalls = await api.stop();
    const waits = await prober.stop();
    progress(`${load.accepted} accepted; waiting until every run is final`);
    const judged = await judge(stage, [...load.deliveries, ...sleepers.deliveries], { watch, waits });
    return {
      drill: 'upgrade',
      from: from ?? 'this version',
      seconds: secondsSince(startedAt),
      accepted: load.accepted,
      api_calls: apiCalls,
      ...upgraded,
      ...judged,
      wrong: [...judged.wrong, ...unshown(upgraded.waiting_when_the_old_work_had_ended)],
    };
  } finally {
    for (const end of started.toReversed()) await end();
  }
}

function versionsOf(from: string | undefined, folder: string): [old: Version, next: Version] {
  if (from === undefined) return [thisVersion, nextVersion(join(folder, 'next'))];
  return [earlierVersion(from, join(folder, 'old')), thisVersion];
}

interface Surroundings {
  readonly plan: UpgradePlan;
  readonly watch: Watch;
  readonly sleepers: Sleepers;
  progress(line: string): void;
}

/** The steps of docs/operating.md, one after the other. */
async function upgrade(
  stage: UpgradeStage,
  next: Version,
  { plan: { calmMs, betweenServesMs }, watch, sleepers, progress }: Surroundings,
) {
  watch.begin('migrate', performance.now());
  const migrateMs = await migrateBesideReader(stage, next);
  await sleep(calmMs);
  watch.begin('serve exchanged', performance.now());
  progress('exchanging one serve after the other');
  for (const { running, port } of stage.serves) {
    await running.stop();
    await stage.serve(next, port);
    await sleep(betweenServesMs);
  }
  watch.begin('work exchanged', performance.now());
  progress('starting the new work beside the old one, then ending that');
  await stage.work(next);
  await eventually(() => createRestateEngine(stage.engine).ping(), 60_000);
  await sleep(calmMs);
  await stage.oldWork.stop();
  const waiting = await sleepers.countWaiting();
  progress(`the old work has ended; of its runs wait ${JSON.stringify(waiting)}`);
  await sleep(calmMs);
  return {
    migrate_ms: migrateMs,
    sleepers: sleepers.deliveries.length,
    waiting_when_the_old_work_had_ended: waiting,
  };
}

/** While somebody holds on to two busy tables. */
async function migrateBesideReader(stage: UpgradeStage, next: Version): Promise<number> {
  const reader = new pg.Client({ connectionString: stage.database.reveal() });
  await reader.connect();
  await reader.query('begin; select from runs limit 1; select from leads limit 1');
  const reading = sleep(readerMs).then(() => reader.end());
  const migrateMs = await timed(() => stage.command(next, 'migrate'));
  await reading;
  return migrateMs;
}

/** A drill whose sleepers had woken too early has shown nothing. */
const unshown = (waiting: Readonly<Record<string, number>>): string[] =>
  Object.entries(waiting)
    .filter(([, count]) => count === 0)
    .map(
      ([kind]) => `no run that waits ${kind.replaceAll('_', ' ')} outlasted the old work: nothing was shown`,
    );

async function judge(
  { database, partner }: UpgradeStage,
  deliveries: Parameters<typeof balance>[0],
  { watch, waits }: { watch: Watch; waits: ReadonlyMap<string, LongestWait> },
) {
  const stored = await untilSettled(database);
  const leads = stored.leads.filter(({ effect }) => !editedLead.startsWith(`${effect}@`));
  const ledger = balance(deliveries, stored.runs, leads, partner.calls);
  const { lost, doubled, unfinished, failed, unanswered } = ledger;
  const views = Object.fromEntries(watch.views());
  const errors = Object.entries(views).flatMap(([when, { errors: seen }]) =>
    Object.entries(seen).map(([kind, count]) => `${when}: callers saw ${kind}, ${count} times`),
  );
  return {
    unanswered,
    longest_waits_for_a_lock: Object.fromEntries(waits),
    callers: views,
    lost: lost.length,
    doubled: doubled.length,
    unfinished: unfinished.length,
    wrong: [
      ...errors,
      ...sentences({ lost, doubled, unfinished, failed }),
      ...[...waits]
        .filter(([, { ms }]) => ms > longestLockMs)
        .map(([kind, { ms, statement }]) => `${ms} ms were waited for a lock (${kind}) by: ${statement}`),
    ],
  };
}
