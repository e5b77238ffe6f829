import { setTimeout as sleep } from 'node:timers/promises';
import {
  doubtRuns,
  type JobState,
  type OverdueRun,
  type RunEngine,
  redriveRuns,
  takeOverdue,
} from '../../core/runs/index.ts';
import type { DispatchDatabase } from '../../db/dispatch-database.ts';
import type { Clock } from '../../lib/clock.ts';
import { isOutage } from '../../lib/errors.ts';
import type { Logger } from '../../lib/log.ts';
import { forAll, startAll } from '../start-all.ts';

/** A run is looked up in the engine if it has been overdue for this long. */
const lateAfterMs = 10_000;
/**
 * A run that the engine still has counts as stuck after this long. This is longer than any single step can
 * take.
 */
const wedgedAfterMs = 180_000;
/**
 * A run counts as lost if the engine hasn't answered for it for this long, although it answers for others. As a new job
 * it goes to another part of the engine.
 */
const unansweredAfterMs = 60_000;
/** Maximum number of lookups per round. */
const askedAtOnce = 64;
const maxRounds = 50;
/** A lookup takes several requests, each of which may be sent to several nodes. */
const lookupTimeoutMs = 3_000;

interface Looked extends OverdueRun {
  /** Undefined if the engine didn't answer in time. */
  readonly state: JobState | undefined;
}

/**
 * Looks up overdue runs in the engine and dispatches lost runs again. A run is lost if the engine was emptied
 * or restored, if a message never arrived, or if its job hangs (docs/design/engine.md). Several processes can
 * do this at once.
 */
export class Reconciler {
  readonly #door: DispatchDatabase;
  readonly #engine: RunEngine;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(door: DispatchDatabase, engine: RunEngine, clock: Clock, logger: Logger) {
    this.#door = door;
    this.#engine = engine;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Repeats while it finds lost runs. @returns how many were dispatched again */
  async reconcile(): Promise<number> {
    let count = 0;
    try {
      for (let round = 0, lost = 1; lost > 0 && round < maxRounds; round++) {
        lost = await this.#lookAtSome();
        count += lost;
      }
    } finally {
      if (count > 0) this.#logger.warn({ runs: count }, 'runs lost by the engine were handed over again');
    }
    return count;
  }

  async #lookAtSome(): Promise<number> {
    const now = this.#clock.now();
    const lateBefore = new Date(now.getTime() - lateAfterMs);
    const overdue = await takeOverdue(this.#door, { now, lateBefore, most: askedAtOnce });
    if (overdue.length === 0) return 0;
    const looked: Looked[] = [];
    await forAll(overdue, async (run) => looked.push({ ...run, state: await this.#find(run) }));
    // If the whole engine is down, this throws, because it isn't known which runs were lost. A part of it can be
    // down while the rest works.
    if (looked.every(({ state }) => state === undefined)) await this.#engine.ping();

    const isGone = ({ state }: Looked) => state === 'ended' || state === 'unknown';
    const lost = looked.filter((run) => isGone(run) || this.#isWedged(run, now));
    await doubtRuns(
      this.#door,
      looked.filter((run) => !isGone(run) && run.doubtedAt === null),
      now,
    );
    const driven = await redriveRuns(this.#door, lost, now);
    // Runs that were lost before are dispatched one by one: a run that crashes or blocks its worker must not
    // affect others.
    const { first = [], again = [] } = Object.groupBy(driven, ({ fence }) => (fence > 1 ? 'again' : 'first'));
    const started = await Promise.allSettled([
      startAll(this.#engine, first),
      forAll(again, (job) => this.#engine.start(job)),
    ]);
    await this.#takeBack(lost);
    for (const one of started) if (one.status === 'rejected') throw one.reason;
    return driven.length;
  }

  /** @returns undefined if the engine doesn't answer in time */
  async #find(run: OverdueRun): Promise<JobState | undefined> {
    const found = new AbortController();
    const late = sleep(lookupTimeoutMs, undefined, { signal: found.signal });
    try {
      return await Promise.race([this.#engine.find(run), late]);
    } catch (error) {
      if (!isOutage(error)) throw error;
      return undefined;
    } finally {
      found.abort();
    }
  }

  #isWedged({ doubtedAt, state }: Looked, now: Date): boolean {
    const afterMs = state === undefined ? unansweredAfterMs : wedgedAfterMs;
    return doubtedAt !== null && now.getTime() - doubtedAt.getTime() > afterMs;
  }

  /**
   * Cancels hanging jobs, which would otherwise be retried indefinitely. If canceling fails, the fence still
   * prevents the job from writing anything.
   */
  async #takeBack(lost: readonly Looked[]): Promise<void> {
    const hanging = lost.filter(({ state }) => state === 'pending' || state === undefined);
    await forAll(hanging, (run) => this.#engine.cancel(run)).catch((error: unknown) =>
      this.#logger.debug({ err: error }, 'stuck job could not be canceled'),
    );
  }
}
