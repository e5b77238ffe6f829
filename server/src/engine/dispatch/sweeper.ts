import { setTimeout as sleep } from 'node:timers/promises';
import { type RunEngine, resumeRuns, selectAhead, takeQueued, wakeRuns } from '../../core/runs/index.ts';
import type { DispatchDatabase } from '../../db/dispatch-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { maxTogether, startAll } from '../start-all.ts';

/** How many runs may wait in the engine: initially, at least and at most. The minimum is one full batch. */
export const firstWindow = 2 * maxTogether;
const [minWindow, maxWindow] = [maxTogether, 1_000];

/** If runs wait in the engine for longer than this, they delay other workspaces' runs behind them. */
const longWaitMs = 300;

/** Runs that the engine has but no worker has started. */
export interface Ahead {
  readonly count: number;
  /** The median time that these runs have waited. */
  readonly waitedMs: number;
}

/**
 * Computes the next window. It grows while the engine keeps up and is halved when runs wait there for too
 * long, because the right size depends on the machine and the workflows.
 */
export function nextWindow(window: number, { count, waitedMs }: Ahead): number {
  if (count > 0 && waitedMs > longWaitMs) return Math.max(minWindow, Math.floor(window / 2));
  return count < window / 2 ? Math.min(maxWindow, Math.ceil(window * 1.25)) : window;
}

const maxWoken = 1_000;
/** The pause between rounds while runs are waiting. After `maxRounds`, the sweep does its other work. */
const roundEveryMs = 50;
const maxRounds = 20;

/**
 * Dispatches runs that the dispatcher didn't: runs beyond their workspace's share, runs whose process crashed
 * before dispatching them, and runs that wake or resume. Several processes can do this at once.
 */
export class Sweeper {
  readonly #door: DispatchDatabase;
  readonly #engine: RunEngine;
  readonly #clock: Clock;
  #window = firstWindow;
  /**
   * Duration of the last dispatch. A run's sent time is when its dispatch started, so the run may have
   * reached the engine up to this much later.
   */
  #handOverMs = 0;
  /** After a failure, ping the engine first: sending to a dead engine would use up every workspace's turn. */
  #isInDoubt = true;

  constructor(door: DispatchDatabase, engine: RunEngine, clock: Clock) {
    this.#door = door;
    this.#engine = engine;
    this.#clock = clock;
  }

  /**
   * Repeats while there are runs to wake or dispatch, for one second at most.
   * @returns how many runs were dispatched
   */
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
    const [now, startedAt] = [this.#clock.now(), performance.now()];
    const woken = await wakeRuns(this.#door, { now, most: maxWoken });
    const ahead = await selectAhead(this.#door, { now, most: this.#window });
    this.#window = nextWindow(this.#window, { ...ahead, waitedMs: ahead.waitedMs - this.#handOverMs });
    const jobs = await takeQueued(this.#door, { now, most: Math.max(0, this.#window - ahead.count) });
    await startAll(this.#engine, jobs);
    this.#handOverMs = performance.now() - startedAt;
    return { woken, handedOver: jobs.length };
  }
}
