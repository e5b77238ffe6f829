import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
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

/** The promise in docs/operating.md, "Upgrade". */
const maxLockMs = 1_000;
const registeredWithinMs = 60_000;

type UpgradeStage = Awaited<ReturnType<typeof startUpgradeStage>>;

/** Two versions, the old one running under load, and what a drill does with them. */
export interface Rehearsal {
  readonly stage: UpgradeStage;
  readonly old: Version;
  readonly next: Version;
  readonly plan: UpgradePlan;
  readonly watch: Watch;
  /** Starts runs that wait for this long; by default, until the processes have been replaced. */
  sendSleepers(seconds?: number): Promise<Sleepers>;
  progress(line: string): void;
}

/** Figures for the document. Every sentence in `wrong` is a broken promise. */
type Figures = Readonly<Record<string, unknown>> & { readonly wrong: readonly string[] };

/**
 * Starts the old version with load on its listener and its REST API, takes the steps, and judges what callers saw and
 * what the runs did. With `from`, the old version is an earlier commit and the next one is this version.
 */
export async function rehearse(
  drill: string,
  { isQuick, from, progress }: DrillOptions,
  steps: (rehearsal: Rehearsal) => Promise<Figures>,
): Promise<DrillDocument> {
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), `hark-${drill}-`));
  const started: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const plan = planOf(isQuick);
  try {
    const [old, next] = versionsOf(from, folder);
    progress('starting PostgreSQL, the engine, nginx, and two serve and one work of the old version');
    const stage = await startUpgradeStage(old, folder, started);
    const enough = upgradeSeconds(plan, secondsSince(startedAt));
    const watch = new Watch();
    const prober = await startLockProber(stage.database.reveal());
    started.push(() => prober.stop());
    const load = new Load(stage.listenerUrl, plan, watch);
    started.push(() => load.abandon());
    const api = startApiCaller(stage.baseUrl, stage.apiToken, watch);
    started.push(() => api.stop());
    const sent: Sleepers[] = [];
    const send = async (seconds = enough) => {
      const sleepers = await sendSleepers(stage, { ofEachKind: plan.sleepersOfEachKind, seconds });
      sent.push(sleepers);
      return sleepers;
    };
    const { wrong, ...figures } = await steps({
      stage,
      old,
      next,
      plan,
      watch,
      sendSleepers: send,
      progress,
    });
    await load.stop();
    const apiCalls = await api.stop();
    const waits = await prober.stop();
    progress(`${load.accepted} accepted; waiting until every run has finished`);
    const deliveries = [...load.deliveries, ...sent.flatMap((sleepers) => sleepers.deliveries)];
    const judged = await judge(stage, deliveries, { watch, waits });
    return {
      drill,
      from: from ?? 'this version',
      seconds: secondsSince(startedAt),
      accepted: load.accepted,
      api_calls: apiCalls,
      sleepers: sent.reduce((sum, sleepers) => sum + sleepers.deliveries.length, 0),
      ...figures,
      ...judged,
      wrong: [...judged.wrong, ...wrong],
    };
  } finally {
    for (const end of started.toReversed()) await end();
  }
}

function versionsOf(from: string | undefined, folder: string): [old: Version, next: Version] {
  if (from === undefined) return [thisVersion, nextVersion(join(folder, 'next'))];
  return [earlierVersion(from, join(folder, 'old')), thisVersion];
}

/** Migrates to the next version while a reader keeps two busy tables locked. @returns how long that took */
export async function migrateWhileReading({ stage, next, watch }: Rehearsal): Promise<number> {
  watch.begin('migrate', performance.now());
  const reader = new pg.Client({ connectionString: stage.database.reveal() });
  await reader.connect();
  await reader.query('begin; select from runs limit 1; select from leads limit 1');
  const reading = sleep(readerMs).then(() => reader.end());
  const migrateMs = await timed(() => stage.command(next, 'migrate'));
  await reading;
  return migrateMs;
}

/** Replaces the `serve` processes one at a time behind the proxy, then `work`, as docs/operating.md describes. */
export async function replaceProcesses(
  { stage, plan: { calmMs, betweenServesMs }, watch, progress }: Rehearsal,
  version: Version,
  direction: 'forward' | 'back',
): Promise<void> {
  progress(`${direction}: replacing the serve processes one at a time`);
  watch.begin(`serve ${direction}`, performance.now());
  for (const serve of stage.serves) {
    await serve.running.stop();
    serve.running = await stage.serve(version, serve.port);
    await sleep(betweenServesMs);
  }
  progress(`${direction}: starting the other work, then stopping the present one`);
  watch.begin(`work ${direction}`, performance.now());
  const leaving = stage.worker.running;
  stage.worker.running = await stage.work(version);
  await eventually(
    () => stage.worker.running.output().includes('registered with the engine'),
    registeredWithinMs,
  );
  await sleep(calmMs);
  await leaving.stop();
}

/**
 * Reports kinds of runs of which none was still waiting when their `work` was replaced. Without them, the drill proves
 * nothing.
 */
export const unshown = (waiting: Readonly<Record<string, number>>): string[] =>
  Object.entries(waiting)
    .filter(([, count]) => count === 0)
    .map(
      ([kind]) =>
        `no run that waits ${kind.replaceAll('_', ' ')} outlasted its work, so the drill proves nothing`,
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
        .filter(([, { ms }]) => ms > maxLockMs)
        .map(([kind, { ms, statement }]) => `a statement waited ${ms} ms for a lock (${kind}): ${statement}`),
    ],
  };
}
