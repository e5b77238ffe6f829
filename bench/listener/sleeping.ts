// What sleeping runs cost: memory of every process, against the same number of runs that have ended; and how soon they wake.
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, rounded } from '../document.ts';
import { callsTo, untilEnded } from './complete.ts';
import type { CompleteWorld } from './complete-world.ts';

const connections = 64;
/** Runs that are accepted before the bench waits for them. */
const chunk = 5_000;
const dayMs = 86_400_000;
/** A wait has to be longer than what a worker stays awake for. */
const shortestNapMs = 35_000;
const wakeWithinMs = 120_000;

export interface SleepEffort {
  /** Runs of each kind, if the time is enough. */
  readonly runs: number;
  /** How many are due at one moment. */
  readonly due: number;
  /** For each kind. */
  readonly seconds: number;
  /** How long everybody rests before memory is read. */
  readonly restMs: number;
  /** Whether the runs that are due at one moment fall asleep before everything else, so that nobody waits for them. */
  readonly isDueFirst: boolean;
}

/** Runs that are all due at one moment. */
export interface DueRuns {
  readonly runs: number;
  readonly atMs: number;
}

const untilText = (atMs: number) => new Date(atMs).toISOString();

/** Has runs fall asleep until one moment, which comes when all of them are surely asleep. */
export async function putDue(
  world: CompleteWorld,
  wish: { runs: number; seconds: number; perSecond: number },
  progress: (line: string) => void,
): Promise<DueRuns> {
  const { runs } = wish;
  const atMs = Date.now() + shortestNapMs + (1_500 * runs) / wish.perSecond;
  progress(`sleeping: ${runs} runs that are due at ${untilText(atMs)} …`);
  await pour(world, 'sleeping', { ...wish, until: untilText(atMs) });
  return { runs, atMs };
}

/** First runs that end, then as many that sleep for a day, then those that are due at one moment, unless they sleep already. */
export async function measureSleeping(
  world: CompleteWorld,
  effort: SleepEffort,
  progress: (line: string) => void,
  early?: DueRuns,
) {
  progress('sleeping: runs that end …');
  const ended = await pour(world, 'ending', { ...effort, until: '' });
  const afterEnded = await readMemory(world, effort.restMs);
  const disk = await diskOf(world.engineFolder);

  progress(`sleeping: ${ended.runs} runs that sleep …`);
  const wish = { runs: ended.runs, seconds: effort.seconds * 2, until: untilText(Date.now() + dayMs) };
  const sleeping = await pour(world, 'sleeping', wish);
  const asleep = await readMemory(world, effort.restMs);

  const { perSecond } = sleeping;
  const wishDue = { runs: Math.min(effort.due, sleeping.runs), seconds: effort.seconds, perSecond };
  const due = early ?? (await putDue(world, wishDue, progress));
  const woken = await measureWaking(world, due);
  return {
    data: {
      runs_asked_for: effort.runs,
      runs_ended: ended.runs,
      runs_sleeping: sleeping.runs,
      runs_due: due.runs,
    },
    figures: {
      memory_mib_after_ended: afterEnded,
      memory_mib_asleep: asleep,
      engine_disk_mib_after_ended: disk,
      engine_disk_mib_asleep: await diskOf(world.engineFolder),
      put_to_sleep_per_second: rounded(sleeping.perSecond, 1),
      woken_seconds_after_due: woken,
    },
    ratios: { sleep_rss_growth: rounded(asleep.all / afterEnded.all) },
  };
}

/** Sends runs in chunks, each when the one before has ended or sleeps, until there are enough or the time is over. */
async function pour(
  { client, load, listeners }: CompleteWorld,
  workflow: 'ending' | 'sleeping',
  wish: { runs: number; seconds: number; until: string },
): Promise<{ runs: number; perSecond: number }> {
  const startedAt = performance.now();
  let runs = 0;
  while (runs < wish.runs && performance.now() - startedAt < wish.seconds * 1_000) {
    const count = Math.min(chunk, wish.runs - runs);
    const calls = callsTo(listeners[workflow] ?? '', count, (body) =>
      Object.assign(body, { until: wish.until }),
    );
    await load.run({ type: 'rate', calls, connections, seconds: wish.seconds, repeat: false });
    await untilEnded(client, 300_000);
    runs += count;
  }
  return { runs, perSecond: (runs * 1_000) / (performance.now() - startedAt) };
}

/** How long after their moment they ended: the middle one, and the last. */
async function measureWaking({ client, load }: CompleteWorld, { runs, atMs }: DueRuns) {
  const isDue = `(status in ('queued', 'running') or (status = 'waiting' and due_at < now() + interval '1 hour'))`;
  await sleep(Math.max(0, atMs - Date.now()));
  for (const end = Date.now() + wakeWithinMs; ; await sleep(250)) {
    const { rows } = await client.query(`select from runs where ${isDue} limit 1`);
    if (rows.length === 0) break;
    if (Date.now() > end) throw new Error(`Runs that are due still sleep after ${wakeWithinMs / 1_000} s.`);
  }
  const { rows } = await client.query<{ ms: number }>(
    `select extract(epoch from r.ended_at)::float8 * 1000 - $1::float8 as ms from runs r
     join run_steps s on s.workspace_id = r.workspace_id and s.run_id = r.id and s.type = 'wait'
     where r.status = 'succeeded'`,
    [atMs],
  );
  const late = rows.map(({ ms }) => ms);
  if (late.length !== runs) load.wrong.push(`${late.length} runs woke instead of ${runs}`);
  if (late.some((ms) => ms < -5)) load.wrong.push('a run woke too early');
  return { middle: rounded(median(late) / 1_000), last: rounded(Math.max(...late) / 1_000) };
}

type Memory = Record<'up' | 'serve' | 'work' | 'engine' | 'all', number>;

/** What each process has in memory, in MiB. */
async function readMemory({ hark, pids }: CompleteWorld, restMs: number): Promise<Memory> {
  await sleep(restMs);
  const mib = (pid: number) => {
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kib) / 1_024);
  };
  const parts = {
    up: mib(hark.process.pid ?? -1),
    serve: mib(pids.serve),
    work: mib(pids.work),
    engine: mib(pids.engine),
  };
  return { ...parts, all: Object.values(parts).reduce((sum, one) => sum + one, 0) };
}

/** What a folder takes on disk, in MiB. A file may go while it is looked at. */
async function diskOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const blocks = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => found.blocks,
        () => 0,
      ),
    ),
  );
  return Math.round((blocks.reduce((sum, one) => sum + one, 0) * 512) / 2 ** 20);
}
