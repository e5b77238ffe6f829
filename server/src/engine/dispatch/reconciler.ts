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
import type { Logger } from '../../lib/log.ts';
import { forAll, startAll } from '../start-all.ts';

/** A run that has not moved this long after it should have is asked after. */
const lateAfterMs = 10_000;
/** One that the engine claims to have is given up on after this long: longer than any one step may take. */
const wedgedAfterMs = 180_000;
/** While nothing is found to be lost, a round costs no more than this many questions. */
const askedAtOnce = 64;
const maxRounds = 50;

interface Looked extends OverdueRun {
  readonly state: JobState;
}

/**
 * Looks up overdue runs in the engine and hands lost ones over again: the engine was emptied or restored, a message never arrived,
 * or a job hangs (docs/design/engine.md). Safe to run in several processes.
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

  /** Goes on for as long as lost runs are found. @returns how many were driven anew */
  async reconcile(): Promise<number> {
    let count = 0;
    try {
      for (let round = 0, lost = 1; lost > 0 && round < maxRounds; round++) {
        lost = await this.#lookAtSome();
        count += lost;
      }
    } finally {
      if (count > 0) this.#logger.warn({ runs: count }, 'the engine had lost runs; they go on');
    }
    return count;
  }

  async #lookAtSome(): Promise<number> {
    const now = this.#clock.now();
    const lateBefore = new Date(now.getTime() - lateAfterMs);
    const overdue = await takeOverdue(this.#door, { now, lateBefore, most: askedAtOnce });
    if (overdue.length === 0) return 0;
    const looked: Looked[] = [];
    // An engine that does not answer knows nothing of what it has lost: then nothing is decided.
    await forAll(overdue, async (run) => looked.push({ ...run, state: await this.#engine.find(run) }));

    const lost = looked.filter((run) => run.state !== 'pending' || this.#isWedged(run, now));
    await doubtRuns(
      this.#door,
      looked.filter(({ state, doubtedAt }) => state === 'pending' && doubtedAt === null),
      now,
    );
    const driven = await redriveRuns(this.#door, lost, now);
    // Should one of them be what ends its worker, or holds it up, those that were handed over with it get away from it.
    const { first = [], again = [] } = Object.groupBy(driven, ({ fence }) => (fence > 1 ? 'again' : 'first'));
    await startAll(this.#engine, first);
    await forAll(again, (job) => this.#engine.start(job));
    await this.#takeBack(lost);
    return driven.length;
  }

  #isWedged({ doubtedAt }: OverdueRun, now: Date): boolean {
    return doubtedAt !== null && now.getTime() - doubtedAt.getTime() > wedgedAfterMs;
  }

  /** What hangs would be tried for ever. The fence has made it harmless, so that it may as well fail. */
  async #takeBack(lost: readonly Looked[]): Promise<void> {
    const hanging = lost.filter(({ state }) => state === 'pending');
    await forAll(hanging, (run) => this.#engine.cancel(run)).catch((error: unknown) =>
      this.#logger.debug({ err: error }, 'a job that hangs could not be taken back'),
    );
  }
}
