// The load generator. It runs in a separate process, so its CPU time isn't attributed to a process that it
// measures.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './call.ts';
import { findWrong, HttpLane } from './http-lane.ts';

/**
 * Sends as many requests as possible in the given time. Calls are used in order, and repeated if that is
 * allowed.
 */
export interface RateJob {
  readonly type: 'rate';
  readonly calls: readonly Call[];
  readonly connections: number;
  readonly seconds: number;
  readonly repeat: boolean;
  /**
   * If set, the maximum rate, evenly spread over time. If a request is late because all connections are busy,
   * its latency includes the delay.
   */
  readonly perSecond?: number;
}
/** Calls for the next rate measurement. They arrive in parts. */
export interface CallsPart {
  readonly type: 'part';
  readonly calls: readonly Call[];
}
/** Sends one request at a time, alternating between the sides, until all are sent or the time is up. */
export interface TurnsJob {
  readonly type: 'turns';
  readonly sides: readonly (readonly Call[])[];
  readonly seconds: number;
}
export interface LoadResult {
  /** Each request's latency in milliseconds, by side. */
  readonly latencies: readonly (readonly number[])[];
  readonly seconds: number;
  readonly cpuUs: number;
  readonly wrong: readonly string[];
}

const maxReported = 3;

async function timed(
  lane: HttpLane,
  call: Call,
  latencies: number[],
  wrong: string[],
  before = performance.now(),
): Promise<void> {
  const answer = await lane.ask(call.text);
  latencies.push(performance.now() - before);
  const problem = findWrong(answer, call);
  if (problem !== undefined && wrong.length < maxReported) wrong.push(problem);
}

/**
 * Waits until the next request is due. Returns the time when its measurement starts: a late request is measured
 * from when it was due.
 */
async function untilDue(dueMs: number): Promise<number> {
  const wait = dueMs - performance.now();
  if (wait <= 0) return dueMs;
  await sleep(wait);
  return performance.now();
}

async function runRate(
  { calls, connections, seconds, repeat, perSecond }: RateJob,
  wrong: string[],
): Promise<number[][]> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let next = 0;
  const work = async () => {
    let lane: HttpLane | undefined;
    while (performance.now() < end) {
      const call = calls[repeat ? next++ % calls.length : next++];
      if (!call) break;
      lane ??= new HttpLane(call.port);
      const from = perSecond === undefined ? undefined : await untilDue(start + (next * 1000) / perSecond);
      await timed(lane, call, latencies, wrong, from);
    }
    lane?.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return [latencies];
}

async function runTurns({ sides, seconds }: TurnsJob, wrong: string[]) {
  const latencies = sides.map((): number[] => []);
  const lanes = sides.map(([first]) => new HttpLane(first?.port ?? 0));
  const longest = Math.max(...sides.map((side) => side.length));
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; turn < longest && performance.now() < end; turn++) {
    // Alternate which side starts.
    for (let index = 0; index < sides.length; index++) {
      const side = (turn + index) % sides.length;
      const [call, lane, list] = [sides[side]?.[turn], lanes[side], latencies[side]];
      if (call && lane && list) await timed(lane, call, list, wrong);
    }
  }
  for (const lane of lanes) lane.close();
  return latencies;
}

let parts: Call[] = [];

process.on('disconnect', () => process.exit());
process.on('message', async (job: RateJob | TurnsJob | CallsPart) => {
  if (job.type === 'part') {
    parts.push(...job.calls);
    return;
  }
  const calls = parts;
  parts = [];
  const wrong: string[] = [];
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  let latencies: number[][] = [];
  try {
    latencies = job.type === 'rate' ? await runRate({ ...job, calls }, wrong) : await runTurns(job, wrong);
  } catch (error) {
    wrong.push(String(error));
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - startedAt) / 1000;
  process.send?.({ latencies, seconds, cpuUs: user + system, wrong } satisfies LoadResult);
});
