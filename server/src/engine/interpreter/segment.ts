import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../core/context/index.ts';
import {
  insertSteps,
  lockRun,
  notifyAnswer,
  type RunEngine,
  type RunJob,
  readAttempts,
  runLeaseMs,
  updateFailing,
  updateRun,
  upsertSteps,
} from '../../core/runs/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { Logger } from '../../lib/log.ts';
import { createAct } from './act.ts';
import { KnownSteps } from './known-steps.ts';
import { makeCall, type Outside } from './make-call.ts';
import type { CallOutcome, OutsideCall } from './outside-call.ts';
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

const nothing = async () => {};

interface SegmentOptions {
  readonly context: Context;
  readonly engine: Pick<RunEngine, 'continueLater'>;
  readonly outside: Outside;
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
  { context, outside, logger }: SegmentOptions,
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
    return await new Segment(context, outside, logger, found.world).execute();
  } catch (error) {
    if (error instanceof FencePassed) return undefined;
    throw error;
  }
}

class Segment {
  readonly #context: Context;
  readonly #outside: Outside;
  readonly #logger: Logger;
  readonly #world: RunWorld;
  readonly #recorder: StepRecorder;
  readonly #known: KnownSteps;
  readonly #outcomes = new Map<string, CallOutcome>();
  readonly #startedAt: Date;
  /** Decided once: asked again a moment later, a wait of about half a minute would be short. */
  #isHandedOver = false;

  constructor(context: Context, outside: Outside, logger: Logger, world: RunWorld) {
    this.#context = context;
    this.#outside = outside;
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
      await this.#write(nothing, (transaction) =>
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
      else if (boundary.kind === 'call') await this.#call(boundary.path, boundary.call);
      else if (boundary.kind === 'wait') {
        if (this.#isHandedOver) return { fence: job.fence + 1, at: boundary.until };
        await sleep(Math.max(0, boundary.until.getTime() - this.#context.clock.now().getTime()));
      }
    }
  }

  /** As many steps as one transaction takes, with their rows and what becomes of the run. */
  async #advance(most: number): Promise<Boundary> {
    const [context, world] = [this.#context, this.#world];
    const walked = await this.#write(
      async (transaction) => {
        const parts = { world, known: this.#known, recorder: this.#recorder, clock: context.clock, most };
        const calls = { outcomes: this.#outcomes, mayCall: !this.#isLong(context.clock.now()) };
        const walk = new Walk(parts, createAct(context, world, transaction), calls);
        return { boundary: await walk.run(), rows: walk.rows };
      },
      async (transaction, { boundary, rows }) => {
        const isNew = rows.every(({ path }) => !this.#known.get(path));
        if (!isNew) await upsertSteps(transaction, world.job, rows);
        const inserted = isNew && insertSteps(transaction, world.job, rows);
        await Promise.all([this.#moveTo(transaction, boundary), inserted]);
      },
    );
    // Known only now: what was not committed did not happen.
    this.#known.add(walked.rows);
    return walked.boundary;
  }

  async #call(path: string, call: OutsideCall): Promise<void> {
    this.#outcomes.set(path, await makeCall(this.#context, this.#outside, this.#world, path, call));
  }

  async #moveTo(transaction: Transaction, boundary: Boundary): Promise<void> {
    if (boundary.kind === 'end') {
      const { status, message } = boundary;
      await this.#settle(transaction, status);
      await this.#move(transaction, {
        status,
        endedAt: this.#context.clock.now(),
        ...(status === 'failed' && { error: this.#recorder.maskText(message ?? 'Stopped as failed.') }),
      });
    } else if (boundary.kind === 'wait' && this.#isLong(boundary.until)) {
      await this.#move(transaction, { status: 'waiting', dueAt: boundary.until, isHandedOver: true });
      this.#isHandedOver = true;
    } else await this.#move(transaction, { status: 'running', dueAt: this.#leaseAfter(boundary) });
  }

  /** What else an end means: whoever waits for an answer is told, and whether the workflow works is known. */
  async #settle(transaction: Transaction, status: 'succeeded' | 'failed'): Promise<void> {
    const { job, run } = this.#world;
    if (run.isAwaited) await notifyAnswer(transaction, run.id);
    if (run.workflow.isFailing === (status === 'failed')) return;
    const address = { workspace: job.workspace, workflow: run.workflow.id };
    await updateFailing(transaction, address, status === 'failed' ? this.#context.clock.now() : null);
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
    const { step, path, startedAt, shownInput, left, message } = failure;
    const now = this.#context.clock.now();
    const before = this.#known.get(path)?.row;
    const at = { path, position: before?.position ?? this.#known.size, startedAt, endedAt: now };
    const error = this.#recorder.maskText(message);
    const values = { shownInput, ...(left ?? (before?.attempts ? { attempts: readAttempts(before) } : {})) };
    await this.#write(nothing, async (transaction) => {
      await upsertSteps(transaction, job, [this.#recorder.recordFailure(step, at, values, error)]);
      await this.#settle(transaction, 'failed');
      await this.#move(transaction, { status: 'failed', endedAt: now, error: `${step.name}: ${error}` });
    });
    this.#logger.debug({ run: run.id, step: path }, 'a step failed');
  }

  /**
   * Runs `work` in a transaction that holds the run, and `end` as soon as that is sure: nothing is committed by whoever has lost it. The
   * lock travels with the first statement of `work`, COMMIT with the last of `end`.
   */
  #write<T>(
    work: (transaction: Transaction) => Promise<T>,
    end: (transaction: Transaction, done: T) => Promise<void>,
  ): Promise<T> {
    const { job } = this.#world;
    return this.#context.db.withWorkspace(job.workspace, async (transaction) => {
      const locked = lockRun(transaction, job);
      // Should it fail, so does the statement that it travels with.
      locked.catch(() => {});
      const done = await work(transaction);
      await transaction.flush();
      if (!(await locked)) throw new FencePassed();
      await end(transaction, done);
      return done;
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
    const locked = lockRun(transaction, job);
    await transaction.flush();
    if (!(await locked)) return;
    if (isAwaited) await notifyAnswer(transaction, job.run);
    await updateRun(transaction, job, { status, startedAt: now, endedAt: now, error });
  });
}
