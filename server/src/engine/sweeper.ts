import { type RunEngine, type RunJob, takeOverdue, takeQueued, takeResumed } from '../core/runs/index.ts';
import type { DispatchDoor } from '../db/dispatch.ts';
import type { Clock } from '../lib/clock.ts';

/** What the engine has not taken up after this long is handed over again. */
const lostAfterMs = 30_000;
const mostOfOneWorkspace = 100;
const mostWaiting = 200;
const mostUnderWay = 32;

/**
 * Goes over all runs that should be with the engine and may not be: those beyond their workspace's share, those whose
 * hand-over failed, those whose timer never came, those whose owner is back. Safe to run in several processes at once.
 */
export class Sweeper {
  readonly #door: DispatchDoor;
  readonly #engine: RunEngine;
  readonly #clock: Clock;
  /** After a failure the engine is asked first: one that is away would use up everybody's turn for nothing. */
  #isInDoubt = true;

  constructor(door: DispatchDoor, engine: RunEngine, clock: Clock) {
    this.#door = door;
    this.#engine = engine;
    this.#clock = clock;
  }

  /** One round. @returns how many runs were handed over */
  async sweep(): Promise<number> {
    if (this.#isInDoubt) await this.#engine.ping();
    this.#isInDoubt = true;
    const now = this.#clock.now();
    const lostBefore = new Date(now.getTime() - lostAfterMs);
    const jobs = [
      ...(await takeQueued(this.#door, { now, lostBefore, mostOfOne: mostOfOneWorkspace })),
      ...(await takeOverdue(this.#door, { now, lostBefore, most: mostWaiting })),
      ...(await takeResumed(this.#door, { now, most: mostWaiting })),
    ];
    await startAll(this.#engine, jobs);
    this.#isInDoubt = false;
    return jobs.length;
  }
}

/** In turns over the workspaces, a bounded number at once. One that fails is taken again when it counts as lost. */
async function startAll(engine: RunEngine, jobs: readonly RunJob[]): Promise<void> {
  const turns = inTurns(jobs);
  const failures: unknown[] = [];
  const worker = async () => {
    for (let job = turns.shift(); job; job = turns.shift()) {
      await engine.start(job).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: mostUnderWay }, worker));
  if (failures.length > 0) throw failures[0];
}

function inTurns(jobs: readonly RunJob[]): RunJob[] {
  const groups = [...Map.groupBy(jobs, ({ workspace }) => workspace).values()];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, turn) => groups.flatMap((group) => group[turn] ?? [])).flat();
}
