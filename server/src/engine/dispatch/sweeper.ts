import { setTimeout as sleep } from 'node:timers/promises';
import { type RunEngine, resumeRuns, selectAhead, takeQueued, wakeRuns } from '../../core/runs/index.ts';
import type { DispatchDatabase } from '../../db/dispatch-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { maxTogether, startAll } from '../start-all.ts';

/** How many runs may wait in the engine: initially, at least and at most. At least one full batch. */
export const firstWindow = 2 * maxTogether;
const [smallestWindow, largestWindow] = [maxTogether, 1_000];

/** Runs that wait in the engine for longer than this delay those of other workspaces behind them. */
const longWaitMs = 300;

/** Runs that the engine has and no worker has started. */
export interface Ahead {
  readonly count: number;
  /** The median. */
  readonly waitedMs: number;
}

/**
 * Grows while the engine keeps up, and is halved when runs wait there: the right size depends on machine and
 * workflows.
 */
export function nextWindow(window: number, { count, waitedMs }: Ahead): number {
  if (count > 0 && waitedMs > longWaitMs) return Math.max(smallestWindow, Math.floor(window / 2));
  return count < window / 2 ? Math.min(largestWindow, Math.ceil(window * 1.25)) : window;
}

const maxWoken = 1_000;
/** The pause between rounds while runs wait. After `maxRounds` the sweep does its other work. */
const roundEveryMs = 50;
const maxRounds = 20;

/**
 * Hands over runs that the dispatcher didn't: runs beyond their workspace's share, runs whose process crashed
 * first, and runs that wake or resume. Safe to run in several processes at once.
 */
export class Sweeper {
  readonly #door: DispatchDatabase;
  readonly #engine: RunEngine;
  readonly #clock: Clock;
  #window = firstWindow;
  /** The last hand-over's runs count as sent from its start, but reached the engine later. */
  #handOverMs = 0;
  /** After a failure, ping first: sending to a dead engine would use up every workspace's turn. */
  #isInDoubt = true;

  constructor(door: DispatchDatabase, engine: RunEngine, clock: Clock) {
    this.#door = door;
    this.#engine = engine;
    this.#clock = clock;
  }

  /** Repeats while there are runs to wake or hand over, for a second at most. @returns how many runs */
  async sweep(): Promise<number> {
    if (this.#isInDoubt) await this.#engine.ping();
    this.#isInDoubt = true;
    let count = 0;
    for (let round = 0; round < maxRounds; round++) {
      const { woken, handedOver } = await this.#handOver();
      if (handedOver === 0 && woken < maxWoken) break;
      count += handedOver;
      await sleep(roundEveryMs);
    }
    this.#isInDoubt = false;
    return count;
  }

  /** Queues paused runs that may continue, in bounded batches. */
  async resume(): Promise<void> {
    for (let round = 0; round < maxRounds; round++)
      if ((await resumeRuns(this.#door, maxWoken)) < maxWoken) return;
  }

  async #handOver(): Promise<{ woken: number; handedOver: number }> {
    const [now, begunAt] = [this.#clock.now(), performance.now()];
    const woken = await wakeRuns(this.#door, { now, most: maxWoken });
    const ahead = await selectAhead(this.#door, { now, most: this.#window });
    this.#window = nextWindow(this.#window, { ...ahead, waitedMs: ahead.waitedMs - this.#handOverMs });
    const jobs = await takeQueued(this.#door, { now, most: Math.max(0, this.#window - ahead.count) });
    await startAll(this.#engine, jobs);
    this.#handOverMs = performance.now() - begunAt;
    return { woken, handedOver: jobs.length };
  }
}
