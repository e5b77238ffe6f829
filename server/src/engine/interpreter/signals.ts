import type { StepAttempt } from '../../core/runs/index.ts';
import type { CompiledStep, StepType } from '../../core/workflows/index.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { OutsideCall } from './calls/outside-call.ts';
import type { FailureCode } from './failure-code.ts';

interface FailureLeft {
  readonly attempts: readonly StepAttempt[];
  readonly output: unknown;
  readonly shownOutput: unknown;
}

/** A step and when it started. */
export interface Place {
  readonly step: CompiledStep;
  readonly path: string;
  readonly startedAt: Date;
}

/** Thrown if the run exceeds one of its own limits (spec/runs §3.2), which no step can handle. */
export class CeilingReached extends RangeError {}

/**
 * A step failed because of the workflow or its data. The run ends as failed, unless a step handles the failure
 * (spec/runs §2.9).
 */
export class StepFailure extends Error {
  readonly step: CompiledStep;
  readonly path: string;
  readonly startedAt: Date;
  readonly code: FailureCode;
  /** The input without secrets. Undefined if rendering failed. */
  readonly shownInput: unknown;
  /** True if two writers wanted the same unique value at the same time, so another attempt may succeed. */
  readonly isRace: boolean;
  /** Set only for a step that made outbound calls: its attempts and its last response. */
  readonly left: FailureLeft | undefined;
  /** True if an earlier pass stored the failure, so the steps that handle it can run. */
  readonly isStored: boolean;
  /** Ends what the step waited for, in the transaction that stores the failure. */
  readonly abandon: ((transaction: Transaction) => Promise<void>) | undefined;
  /** The unfinished loops around the step that end with it. */
  readonly loops: Place[] = [];
  #isHandled = false;

  constructor(message: string, at: Place & FailureFacts, cause?: unknown) {
    super(message, { cause });
    this.step = at.step;
    this.path = at.path;
    this.startedAt = at.startedAt;
    this.code = at.code;
    this.shownInput = at.shownInput;
    this.isRace = at.isRace ?? false;
    this.left = at.left;
    this.isStored = at.isStored ?? false;
    this.abandon = at.abandon;
  }

  /** Whether a step handles the failure, once it is stored. */
  get isHandled(): boolean {
    return this.#isHandled;
  }

  /** Called on the way out of the step that handles the failure. */
  handle(): void {
    this.#isHandled = true;
  }

  /** Called on the way out of a loop. A loop around the step that handles the failure continues. */
  leave(loop: Place): void {
    if (!this.#isHandled) this.loops.push(loop);
  }
}

interface FailureFacts {
  readonly code: FailureCode;
  readonly shownInput?: unknown;
  readonly isRace?: boolean;
  readonly left?: FailureLeft;
  readonly isStored?: boolean;
  readonly abandon?: (transaction: Transaction) => Promise<void>;
}

/** Thrown if the run has ended or belongs to another worker, so this worker must not write. */
export class FencePassed extends Error {}

/**
 * Thrown if the run's authority (its owner, their permissions, the secrets, or the workspace's suspension)
 * has changed since the run was read. Nothing was written, and the run must be read again.
 */
export class AuthorityChanged extends Error {}

export type Boundary =
  | {
      readonly kind: 'end';
      readonly status: 'succeeded' | 'failed';
      readonly message?: string;
      /** What the run returns; undefined without a `return` step. */
      readonly result?: unknown;
    }
  | { readonly kind: 'wait'; readonly until: Date }
  /** The run waits for something that happens elsewhere and queues it. `rehearsed` is the output in a test run. */
  | {
      readonly kind: 'park';
      readonly path: string;
      readonly type: StepType;
      readonly until: Date;
      readonly rehearsed: unknown;
    }
  /** The next step makes an outbound call, and the steps before it are stored now. */
  | { readonly kind: 'call'; readonly path: string; readonly at: string; readonly call: OutsideCall }
  /** The transaction has reached its limit, but more steps follow. */
  | { readonly kind: 'more' };
