// The load generator: a process of its own, so that its CPU is not counted as anybody else's.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './call.ts';
import { findWrong, HttpLane } from './http-lane.ts';

/** As many requests as the connections can make in that time; calls are used in their order, over and over if allowed. */
export interface RateJob {
  readonly type: 'rate';
  readonly calls: readonly Call[];
  readonly connections: number;
  readonly seconds: number;
  readonly repeat: boolean;
  /** Where it is given, no more than so many, evenly spread; who is late because all connections are busy counts as waiting. */
  readonly perSecond?: number;
}
/** Calls of the rate that is asked for next, which come in parts. */
export interface CallsPart {
  readonly type: 'part';
  readonly calls: readonly Call[];
}
/** One request at a time, the sides taking turns, until all are sent or the time is over. */
export interface TurnsJob {
  readonly type: 'turns';
  readonly sides: readonly (readonly Call[])[];
  readonly seconds: number;
}
export interface LoadResult {
  /** Milliseconds of each request, side by side. */
  readonly latencies: readonly (readonly number[])[];
  readonly seconds: number;
  readonly cpuUs: number;
  readonly wrong: readonly string[];
}

const mostTold = 3;

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
  if (problem !== undefined && wrong.length < mostTold) wrong.push(problem);
}

/** When the next request is due, and the moment from which it is counted: one that comes late counts from when it was due. */
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
    // Who begins changes from turn to turn.
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
