import { setTimeout as sleep } from 'node:timers/promises';
import { type RunEngine, selectAhead, takeQueued, takeResumed } from '../core/runs/index.ts';
import type { DispatchDoor } from '../db/dispatch.ts';
import type { Clock } from '../lib/clock.ts';
import { firstWindow, nextWindow } from './hand-over-window.ts';
import { startAll } from './start-all.ts';

const mostResumed = 200;
/** While runs wait to be handed over; what else a sweep does comes after so many rounds. */
const roundEveryMs = 50;
const mostRounds = 20;

/**
 * Feeds the engine with what nobody has handed over: runs beyond their workspace's share, those whose process ended first, those
 * whose owner is back. Safe to run in several processes at once.
 */
export class Sweeper {
  readonly #door: DispatchDoor;
  readonly #engine: RunEngine;
  readonly #clock: Clock;
  #window = firstWindow;
  /** After a failure the engine is asked first: one that is away would use up everybody's turn for nothing. */
  #isInDoubt = true;

  constructor(door: DispatchDoor, engine: RunEngine, clock: Clock) {
    this.#door = door;
    this.#engine = engine;
    this.#clock = clock;
  }

  /** Hands over for as long as there is something to hand over, a second at most. @returns how many runs */
  async sweep(): Promise<number> {
    if (this.#isInDoubt) await this.#engine.ping();
    this.#isInDoubt = true;
    const resumed = await takeResumed(this.#door, { now: this.#clock.now(), most: mostResumed });
    await startAll(this.#engine, resumed);
    let count = resumed.length;
    for (let round = 0; round < mostRounds; round++) {
      const handedOver = await this.#handOver();
      if (handedOver === 0) break;
      count += handedOver;
      await sleep(roundEveryMs);
    }
    this.#isInDoubt = false;
    return count;
  }

  async #handOver(): Promise<number> {
    const now = this.#clock.now();
    const ahead = await selectAhead(this.#door, { now, most: this.#window });
    this.#window = nextWindow(this.#window, ahead);
    const jobs = await takeQueued(this.#door, { now, most: Math.max(0, this.#window - ahead.count) });
    await startAll(this.#engine, jobs);
    return jobs.length;
  }
}
