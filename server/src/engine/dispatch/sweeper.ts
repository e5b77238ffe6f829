import { setTimeout as sleep } from 'node:timers/promises';
import { type RunEngine, resumeRuns, selectAhead, takeQueued, wakeRuns } from '../../core/runs/index.ts';
import type { DispatchDatabase } from '../../db/dispatch-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { maxTogether, startAll } from '../start-all.ts';

/** How many runs the engine may have that nobody has begun: at first, at least and at most. Fewer than go together save nothing. */
export const firstWindow = 2 * maxTogether;
const [smallestWindow, largestWindow] = [maxTogether, 1_000];

/** Runs that wait in the engine for longer than this keep those of others waiting behind them. */
const longWaitMs = 300;

/** What the engine has and nobody has begun. */
export interface Ahead {
  readonly count: number;
  /** How long the middle one of them has been there. */
  readonly waitedMs: number;
}

/**
 * The next window: what the engine gets through in a fraction of a second, found by trying, because it depends on machine and
 * workflows. It grows while the engine asks for more, and is halved as soon as runs wait there.
 */
export function nextWindow(window: number, { count, waitedMs }: Ahead): number {
  if (count > 0 && waitedMs > longWaitMs) return Math.max(smallestWindow, Math.floor(window / 2));
  return count < window / 2 ? Math.min(largestWindow, Math.ceil(window * 1.25)) : window;
}

/** Runs that wake, or are resumed, at once; the next ones are a moment later. */
const maxWoken = 1_000;
/** While runs wait to be handed over; what else a sweep does comes after so many rounds. */
const roundEveryMs = 50;
const maxRounds = 20;

/**
 * Feeds the engine with what nobody has handed over: runs beyond their workspace's share, those whose process ended first, those
 * that have slept long enough or stood still until now. Safe to run in several processes at once.
 */
export class Sweeper {
  readonly #door: DispatchDatabase;
  readonly #engine: RunEngine;
  readonly #clock: Clock;
  #window = firstWindow;
  /** How long the last hand-over took. What it sent counts as sent from its beginning, and was not in the engine for so long. */
  #handOverMs = 0;
  /** After a failure the engine is asked first: one that is away would use up everybody's turn for nothing. */
  #isInDoubt = true;

  constructor(door: DispatchDatabase, engine: RunEngine, clock: Clock) {
    this.#door = door;
    this.#engine = engine;
    this.#clock = clock;
  }

  /** Hands over for as long as there is something to wake or to hand over, a second at most. @returns how many runs */
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

  /** Queues what stood still and may go on, a bounded number at once. */
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
