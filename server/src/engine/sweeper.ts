import { type RunEngine, takeQueued, takeResumed } from '../core/runs/index.ts';
import type { DispatchDoor } from '../db/dispatch.ts';
import type { Clock } from '../lib/clock.ts';
import { startAll } from './start-all.ts';

/** Runs of all workspaces that the engine has and nobody has begun: what it gets through in less than a second. */
const mostAhead = 300;
const mostResumed = 200;
/** So that a stop never waits long; the next round goes on. */
const mostRounds = 10;

/**
 * Feeds the engine with what nobody has handed over: runs beyond their workspace's share, those whose process ended first, those
 * whose owner is back. Safe to run in several processes at once.
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

  /** Hands over until nothing is left to hand over, or the engine has its share. @returns how many runs */
  async sweep(): Promise<number> {
    if (this.#isInDoubt) await this.#engine.ping();
    this.#isInDoubt = true;
    let count = 0;
    for (let round = 0, taken = 1; taken > 0 && round < mostRounds; round++) {
      taken = await this.#handOver();
      count += taken;
    }
    this.#isInDoubt = false;
    return count;
  }

  async #handOver(): Promise<number> {
    const now = this.#clock.now();
    const jobs = [
      ...(await takeQueued(this.#door, { now, mostAhead })),
      ...(await takeResumed(this.#door, { now, most: mostResumed })),
    ];
    await startAll(this.#engine, jobs);
    return jobs.length;
  }
}
