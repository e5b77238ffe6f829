// Measures what sleeping runs cost and how soon they wake. The cost is each process's memory, compared with the
// same number of finished runs.
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, rounded } from '../document.ts';
import { callsTo, untilEnded } from './complete.ts';
import type { CompletionSetup } from './completion-setup.ts';

const connections = 64;
/** How many runs are sent before the benchmark waits for them. */
const chunk = 5_000;
const dayMs = 86_400_000;
const wakeWithinMs = 120_000;

export interface SleepEffort {
  /** Maximum number of runs of each kind, if there is enough time. */
  readonly runs: number;
  /** How many runs are due at the same time. */
  readonly due: number;
  /** How long those runs sleep at least: longer than a worker keeps a run in memory. */
  readonly napMs: number;
  /** Maximum seconds for each kind of run. */
  readonly seconds: number;
  /** How long to stay idle before memory is measured. */
  readonly restMs: number;
  /**
   * Whether the runs that are due at the same time are started first, so that the benchmark doesn't have to wait for
   * them.
   */
  readonly isDueFirst: boolean;
}

/** Runs that are all due at the same time. */
export interface DueRuns {
  readonly runs: number;
  readonly atMs: number;
}

const untilText = (atMs: number) => new Date(atMs).toISOString();

/** Starts runs that sleep until a given time, which is late enough for all of them to be asleep by then. */
export async function putDue(
  world: CompletionSetup,
  params: { runs: number; seconds: number; perSecond: number; napMs: number },
  progress: (line: string) => void,
): Promise<DueRuns> {
  const { runs } = params;
  const atMs = Date.now() + params.napMs + (1_500 * runs) / params.perSecond;
  progress(`sleeping: ${runs} runs due at ${untilText(atMs)} …`);
  await pour(world, 'sleeping', { ...params, until: untilText(atMs) });
  return { runs, atMs };
}

/**
 * Measures runs that finish, then the same number of runs that sleep for a day. The runs that are due at the
 * same time come last, unless they are already asleep.
 */
export async function measureSleeping(
  world: CompletionSetup,
  effort: SleepEffort,
  progress: (line: string) => void,
  early?: DueRuns,
) {
  progress('sleeping: runs that finish …');
  const ended = await pour(world, 'ending', { ...effort, until: '' });
  const afterEnded = await readMemory(world, effort.restMs);
  const disk = await diskOf(world.engineFolder);

  progress(`sleeping: ${ended.runs} runs that sleep …`);
  const params = { runs: ended.runs, seconds: effort.seconds * 2, until: untilText(Date.now() + dayMs) };
  const sleeping = await pour(world, 'sleeping', params);
  const asleep = await readMemory(world, effort.restMs);

  const { perSecond } = sleeping;
  const { napMs, seconds } = effort;
  const wishDue = { runs: Math.min(effort.due, sleeping.runs), seconds, perSecond, napMs };
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

/**
 * Sends runs in chunks until there are enough or the time is up. Each chunk waits until the previous one has
 * finished or is asleep.
 */
async function pour(
  { client, load, listeners }: CompletionSetup,
  workflow: 'ending' | 'sleeping',
  params: { runs: number; seconds: number; until: string },
): Promise<{ runs: number; perSecond: number }> {
  const startedAt = performance.now();
  let runs = 0;
  while (runs < params.runs && performance.now() - startedAt < params.seconds * 1_000) {
    const count = Math.min(chunk, params.runs - runs);
    const calls = callsTo(listeners[workflow] ?? '', count, (body) =>
      Object.assign(body, { until: params.until }),
    );
    await load.run({ type: 'rate', calls, connections, seconds: params.seconds, repeat: false });
    await untilEnded(client, 300_000);
    runs += count;
  }
  return { runs, perSecond: (runs * 1_000) / (performance.now() - startedAt) };
}

/** Measures how long after the due time the runs finished: the median and the last one. */
async function measureWaking({ client, load }: CompletionSetup, { runs, atMs }: DueRuns) {
  const isDue = `(status in ('queued', 'running') or (status = 'waiting' and due_at < now() + interval '1 hour'))`;
  await sleep(Math.max(0, atMs - Date.now()));
  for (const end = Date.now() + wakeWithinMs; ; await sleep(250)) {
    const { rows } = await client.query(`select from runs where ${isDue} limit 1`);
    if (rows.length === 0) break;
    if (Date.now() > end) throw new Error(`Due runs are still sleeping after ${wakeWithinMs / 1_000} s.`);
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

/** Returns each process's memory in MiB. */
async function readMemory({ hark, pids }: CompletionSetup, restMs: number): Promise<Memory> {
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

/** Returns a folder's disk usage in MiB. Files may disappear while it is read. */
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
