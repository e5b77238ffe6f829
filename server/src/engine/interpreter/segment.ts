import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../core/context/index.ts';
import {
  lockRun,
  notifyAnswer,
  type RunEngine,
  type RunJob,
  runLeaseMs,
  updateRun,
  upsertSteps,
} from '../../core/runs/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Logger } from '../../lib/log.ts';
import { createAct } from './act.ts';
import { KnownSteps } from './known-steps.ts';
import { type FoundRun, loadWorld, type RunWorld } from './run-world.ts';
import { type Boundary, FencePassed, StepFailure } from './signals.ts';
import { StepRecorder } from './step-record.ts';
import { Walk } from './walk.ts';

/** Steps that share one transaction. */
const stepsTogether = 50;
/** A wait up to this long stays in the worker; a longer one ends the segment and costs a row and a timer only. */
const longestNapMs = 30_000;
/** After this long a segment hands over, so that old code never has to stay up for more than minutes. */
const longestSegmentMs = 60_000;
const mostRaces = 5;

interface SegmentOptions {
  readonly context: Context;
  readonly engine: Pick<RunEngine, 'continueLater'>;
  readonly logger: Logger;
}

/**
 * Executes a run from where it stands until it ends, waits for long, or is somebody else's. Troubles of the service are thrown: the
 * engine tries again. Everything that lies with the workflow ends the run.
 */
export async function executeSegment(options: SegmentOptions, job: RunJob): Promise<void> {
  const found = await loadWorld(options.context, job);
  const next = await nextOf(options, job, found);
  if (next) await options.engine.continueLater({ ...job, fence: next.fence }, next.at);
}

/** The continuation that must be sent, also when it was this segment's predecessor that ended without sending it. */
async function nextOf(
  { context, logger }: SegmentOptions,
  job: RunJob,
  found: FoundRun,
): Promise<{ fence: number; at: Date } | undefined> {
  if (found.kind === 'none') return undefined;
  const run = found.kind === 'world' ? found.world.run : found.run;
  if (run.fence === job.fence + 1 && run.status === 'waiting' && run.dueAt) {
    return { fence: run.fence, at: run.dueAt };
  }
  if (run.fence !== job.fence || ['succeeded', 'failed', 'cancelled'].includes(run.status)) return undefined;
  if (found.kind === 'workflow deleted') {
    await end(context, job, run.isAwaited, 'failed', 'The workflow was deleted.');
    return undefined;
  }
  try {
    return await new Segment(context, logger, found.world).execute();
  } catch (error) {
    if (error instanceof FencePassed) return undefined;
    throw error;
  }
}

class Segment {
  readonly #context: Context;
  readonly #logger: Logger;
  readonly #world: RunWorld;
  readonly #recorder: StepRecorder;
  readonly #known: KnownSteps;
  readonly #startedAt: Date;

  constructor(context: Context, logger: Logger, world: RunWorld) {
    this.#context = context;
    this.#logger = logger;
    this.#world = world;
    this.#recorder = new StepRecorder(context.key, world.mask);
    this.#known = new KnownSteps(world.steps, this.#recorder);
    this.#startedAt = context.clock.now();
  }

  async execute(): Promise<{ fence: number; at: Date } | undefined> {
    const { job, actor } = this.#world;
    if (!actor.isActive) {
      // Decisions 6.5: it stays waiting, and goes on when he is back.
      await this.#write(async (transaction) =>
        this.#move(transaction, { status: 'waiting', isHandedOver: true }),
      );
      return undefined;
    }
    for (let most = stepsTogether, races = 0; ; ) {
      const boundary = await this.#advance(most).catch(async (error: unknown) => {
        if (!(error instanceof StepFailure)) throw error;
        if (most > 1) return undefined;
        if (error.isRace && error.step.type === 'lead.upsert' && races++ < mostRaces) return undefined;
        await this.#fail(error);
        return { kind: 'end', status: 'failed' } as const;
      });
      // What failed among others is done again one by one, so that the finished ones count.
      if (!boundary) most = 1;
      else if (boundary.kind === 'end') return undefined;
      else if (boundary.kind === 'wait') {
        if (this.#isLong(boundary.until)) return { fence: job.fence + 1, at: boundary.until };
        await sleep(Math.max(0, boundary.until.getTime() - this.#context.clock.now().getTime()));
      }
    }
  }

  /** As many steps as one transaction takes, with their rows and what becomes of the run. */
  async #advance(most: number): Promise<Boundary> {
    const [context, world] = [this.#context, this.#world];
    const { boundary, rows } = await this.#write(async (transaction) => {
      const parts = { world, known: this.#known, recorder: this.#recorder, clock: context.clock, most };
      const walk = new Walk(parts, createAct(context, world, transaction));
      const reached = await walk.run();
      await upsertSteps(transaction, world.job, walk.rows);
      await this.#moveTo(transaction, reached);
      return { boundary: reached, rows: walk.rows };
    });
    // Known only now: what was not committed did not happen.
    this.#known.add(rows);
    return boundary;
  }

  async #moveTo(transaction: Transaction, boundary: Boundary): Promise<void> {
    if (boundary.kind === 'end') {
      const { status, message } = boundary;
      await this.#move(transaction, {
        status,
        endedAt: this.#context.clock.now(),
        ...(status === 'failed' && { error: this.#recorder.maskText(message ?? 'Stopped as failed.') }),
      });
      if (this.#world.run.isAwaited) await notifyAnswer(transaction, this.#world.run.id);
    } else if (boundary.kind === 'wait' && this.#isLong(boundary.until)) {
      await this.#move(transaction, { status: 'waiting', dueAt: boundary.until, isHandedOver: true });
    } else await this.#move(transaction, { status: 'running', dueAt: this.#leaseAfter(boundary) });
  }

  /** By when this worker will have written again, or is overdue. */
  #leaseAfter(boundary: Boundary): Date {
    const from = boundary.kind === 'wait' ? boundary.until : this.#context.clock.now();
    return new Date(from.getTime() + runLeaseMs);
  }

  #isLong(until: Date): boolean {
    const napMs = until.getTime() - this.#context.clock.now().getTime();
    const segmentMs = until.getTime() - this.#startedAt.getTime();
    return napMs > longestNapMs || segmentMs > longestSegmentMs;
  }

  /** A failed step is recorded in a transaction of its own: what it had begun was rolled back. */
  async #fail(failure: StepFailure): Promise<void> {
    const { job, run } = this.#world;
    const { step, path, startedAt, shownInput, message } = failure;
    const now = this.#context.clock.now();
    const before = this.#known.get(path)?.row;
    const at = { path, position: before?.position ?? this.#known.size, startedAt, endedAt: now };
    const error = this.#recorder.maskText(message);
    await this.#write(async (transaction) => {
      await upsertSteps(transaction, job, [this.#recorder.recordFailure(step, at, shownInput, error)]);
      await this.#move(transaction, { status: 'failed', endedAt: now, error: `${step.name}: ${error}` });
      if (run.isAwaited) await notifyAnswer(transaction, run.id);
    });
    this.#logger.debug({ run: run.id, step: path }, 'a step failed');
  }

  /** Runs `work` in a transaction that holds the run; nothing is written by whoever has lost it. */
  #write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { job } = this.#world;
    return this.#context.db.withWorkspace(job.workspace, async (transaction) => {
      if (!(await lockRun(transaction, job))) throw new FencePassed();
      return work(transaction);
    });
  }

  #move(transaction: Transaction, change: Omit<Parameters<typeof updateRun>[2], 'startedAt'>): Promise<void> {
    return updateRun(transaction, this.#world.job, { ...change, startedAt: this.#startedAt });
  }
}

/** Ends a run that cannot even begin. */
async function end(
  { db, clock }: Context,
  job: RunJob,
  isAwaited: boolean,
  status: 'failed',
  error: string,
): Promise<void> {
  const now = clock.now();
  await db.withWorkspace(job.workspace, async (transaction) => {
    if (!(await lockRun(transaction, job))) return;
    await updateRun(transaction, job, { status, startedAt: now, endedAt: now, error });
    if (isAwaited) await notifyAnswer(transaction, job.run);
  });
}
