import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../core/context/index.ts';
import {
  insertSteps,
  lockRuns,
  notifyAnswer,
  runLeaseMs,
  updateFailing,
  updateRun,
  upsertSteps,
  wakeRun,
} from '../../core/runs/index.ts';
import { definitionOf } from '../../core/workflows/index.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { Logger } from '../../lib/log.ts';
import { makeCall } from './calls/make-call.ts';
import type { Outside } from './calls/outside-call.ts';
import { KnownSteps } from './completed-steps.ts';
import { ComputingTime } from './cpu-budget.ts';
import { createStepTools } from './handlers/step-tools.ts';
import { maxNapMs, maxPassMs, maxSegmentMs, stepsTogether } from './limits.ts';
import type { RunContext } from './run-context.ts';
import type { SegmentWatch } from './run-observer.ts';
import { AuthorityChanged, type Boundary, FencePassed, StepFailure } from './signals.ts';
import type { StepRecorder } from './step-record.ts';
import type { Outcomes } from './unsaved-outcomes.ts';
import { Walk } from './walk.ts';

const maxRaces = 5;

const nothing = async () => {};

export interface SegmentMemory {
  readonly outcomes: Outcomes;
  /** Records steps. It also masks secrets that were replaced since the segment started. */
  readonly recorder: StepRecorder;
  readonly startedAt: Date;
}

export class Segment {
  readonly #context: Context;
  readonly #outside: Outside;
  readonly #logger: Logger;
  readonly #runContext: RunContext;
  readonly #recorder: StepRecorder;
  readonly #known: KnownSteps;
  readonly #outcomes: Outcomes;
  readonly #watching: SegmentWatch | undefined;
  readonly #startedAt: Date;
  /**
   * Whether a long wait ended this segment. This is decided only once: checked again a moment later, a wait of
   * about 30 s would count as short.
   */
  #isHandedOver = false;

  constructor(
    context: Context,
    outside: Outside,
    logger: Logger,
    runContext: RunContext,
    { outcomes, recorder, startedAt }: SegmentMemory,
    watching: SegmentWatch | undefined,
  ) {
    this.#context = context;
    this.#outside = outside;
    this.#logger = logger;
    this.#runContext = runContext;
    this.#outcomes = outcomes;
    this.#watching = watching;
    this.#recorder = recorder;
    this.#known = new KnownSteps(runContext.steps, recorder);
    this.#startedAt = startedAt;
  }

  async execute(): Promise<void> {
    const { run, actor } = this.#runContext;
    if (!actor.isActive || run.workspace.isSuspended) return this.#standStill();
    for (let most = stepsTogether, races = 0; ; ) {
      const boundary = await this.#advance(most).catch(async (error: unknown) => {
        if (!(error instanceof StepFailure)) throw error;
        if (most > 1) return undefined;
        if (error.isRace && definitionOf(error.step.type).repeatsOnRace && races++ < maxRaces)
          return undefined;
        await this.#fail(error);
        if (!error.isHandled) return { kind: 'end', status: 'failed' } as const;
        most = stepsTogether;
        return { kind: 'more' } as const;
      });
      // After a failure, continue one step at a time, so the steps before the failed one are committed.
      if (!boundary) most = 1;
      else if (boundary.kind === 'end' || boundary.kind === 'park') return;
      else if (boundary.kind === 'call') await this.#call(boundary);
      else if (boundary.kind === 'wait') {
        if (this.#isHandedOver) return;
        await sleep(Math.max(0, boundary.until.getTime() - this.#context.clock.now().getTime()));
      }
    }
  }

  /** Pauses the run. It resumes when its owner is active again or its workspace is resumed (spec/rest-api §7.4). */
  async #standStill(): Promise<void> {
    await this.#write(nothing, (transaction) =>
      this.#move(transaction, { status: 'waiting', isHandedOver: true }),
    );
  }

  async #advance(most: number): Promise<Boundary> {
    const [context, runContext] = [this.#context, this.#runContext];
    const walked = await this.#write(
      async (transaction) => {
        const [known, recorder, computing] = [this.#known, this.#recorder, new ComputingTime(maxPassMs)];
        const parts = { runContext, known, recorder, clock: context.clock, most, computing };
        const calls = { outcomes: this.#outcomes, mayCall: !this.#isLong(context.clock.now()) };
        const walk = new Walk(parts, createStepTools(context, runContext, { transaction }), calls);
        return { boundary: await walk.run(), rows: walk.rows };
      },
      async (transaction, { boundary, rows }) => {
        const isNew = rows.every(({ path }) => !this.#known.get(path));
        const { workspace, run } = runContext.job;
        if (!isNew) await upsertSteps(transaction, workspace, [{ run, rows }]);
        const inserted = isNew && insertSteps(transaction, workspace, [{ run, rows }]);
        await Promise.all([this.#moveTo(transaction, boundary), inserted]);
      },
    );
    // Report results only after the commit.
    this.#known.add(walked.rows);
    this.#watching?.stored(walked.rows);
    if (walked.boundary.kind === 'end') this.#watching?.ended(walked.boundary.status);
    return walked.boundary;
  }

  async #call({ path, at, call }: Extract<Boundary, { kind: 'call' }>): Promise<void> {
    const watching = this.#watching?.calling(path, call);
    const place = { path, trace: watching?.traceparent };
    const outcome = await makeCall(this.#context, this.#outside, this.#runContext, place, call);
    watching?.done(outcome);
    this.#outcomes.set(path, { at, outcome });
  }

  async #moveTo(transaction: Transaction, boundary: Boundary): Promise<void> {
    if (boundary.kind === 'end') {
      const { status, message, result } = boundary;
      await this.#settle(transaction, status);
      await this.#move(transaction, {
        status,
        endedAt: this.#context.clock.now(),
        ...(result !== undefined && { result: this.#recorder.maskText(JSON.stringify(result)) }),
        ...(status === 'failed' && {
          error: this.#recorder.maskText(message ?? 'The stop step ended the run as failed.'),
        }),
      });
    } else if (boundary.kind === 'park' || (boundary.kind === 'wait' && this.#isLong(boundary.until))) {
      await this.#move(transaction, { status: 'waiting', dueAt: boundary.until, isHandedOver: true });
      this.#isHandedOver = true;
    } else await this.#move(transaction, { status: 'running', dueAt: this.#leaseAfter(boundary) });
  }

  /** Notifies the request or the run that waits for this run, and records whether the workflow succeeded. */
  async #settle(transaction: Transaction, status: 'succeeded' | 'failed'): Promise<void> {
    const { job, run } = this.#runContext;
    if (run.isAwaited) await notifyAnswer(transaction, run.id);
    if (run.calledBy) await wakeRun(transaction, job.workspace, run.calledBy);
    if (run.workflow.isFailing === (status === 'failed')) return;
    const address = { workspace: job.workspace, workflow: run.workflow.id };
    await updateFailing(transaction, address, status === 'failed' ? this.#context.clock.now() : null);
  }

  /** Returns the time from which this worker counts as overdue, unless it writes again before then. */
  #leaseAfter(boundary: Boundary): Date {
    const from = boundary.kind === 'wait' ? boundary.until : this.#context.clock.now();
    return new Date(from.getTime() + runLeaseMs);
  }

  #isLong(until: Date): boolean {
    const napMs = until.getTime() - this.#context.clock.now().getTime();
    const segmentMs = until.getTime() - this.#startedAt.getTime();
    return napMs > maxNapMs || segmentMs > maxSegmentMs;
  }

  /**
   * Stores the failure in a separate transaction, because the failed step's transaction was rolled back. The run ends,
   * unless a step handles the failure.
   */
  async #fail(failure: StepFailure): Promise<void> {
    const { job, run } = this.#runContext;
    const { step, path, isHandled, isStored, message } = failure;
    const now = this.#context.clock.now();
    // A stored failure that nothing handles was handled in the version that this run was retried from.
    const rows = isStored ? [] : this.#recorder.recordFailure(failure, this.#known, now);
    await this.#write(nothing, async (transaction) => {
      await failure.abandon?.(transaction);
      if (rows.length > 0) await upsertSteps(transaction, job.workspace, [{ run: job.run, rows }]);
      if (isHandled) {
        await this.#move(transaction, {
          status: 'running',
          dueAt: this.#leaseAfter({ kind: 'more' }),
          warnings: 1,
        });
        return;
      }
      const error = `${step.name}: ${this.#recorder.maskText(message)}`;
      await this.#settle(transaction, 'failed');
      await this.#move(transaction, { status: 'failed', endedAt: now, error });
    });
    this.#known.add(rows);
    this.#watching?.stored(rows);
    if (!isHandled) this.#watching?.ended('failed');
    this.#logger.debug({ run_id: run.id, step: path }, 'a step failed');
  }

  /**
   * Runs `work` in a transaction that locks the run, then runs `end` once the lock is confirmed. Nothing is
   * committed if another worker has taken the run over, or if its owner's permissions or the secrets changed
   * before the lock (spec/runs §1.3, §2.3). The lock is sent with the first statement in `work`, and COMMIT
   * with the last statement in `end`.
   */
  #write<T>(
    work: (transaction: Transaction) => Promise<T>,
    end: (transaction: Transaction, done: T) => Promise<void>,
  ): Promise<T> {
    const { job, run } = this.#runContext;
    return this.#context.db.write(job.workspace, async (transaction) => {
      const locked = lockRuns(transaction, job.workspace, [job]);
      // If this fails, the statement it is sent with also fails.
      locked.catch(() => {});
      const done = await work(transaction);
      await transaction.flush();
      const authority = (await locked).get(job.run);
      if (authority === undefined) throw new FencePassed();
      if (authority !== run.authority) throw new AuthorityChanged();
      await end(transaction, done);
      return done;
    });
  }

  #move(transaction: Transaction, change: Omit<Parameters<typeof updateRun>[2], 'startedAt'>): Promise<void> {
    return updateRun(transaction, this.#runContext.job, { ...change, startedAt: this.#startedAt });
  }
}
