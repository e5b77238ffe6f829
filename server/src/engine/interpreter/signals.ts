import type { StepAttempt } from '../../core/runs/index.ts';
import type { CompiledStep } from '../../core/workflows/index.ts';
import type { OutsideCall } from './calls/outside-call.ts';

interface FailureLeft {
  readonly attempts: readonly StepAttempt[];
  readonly output: unknown;
  readonly shownOutput: unknown;
}

/** A step failed because of the workflow or its data. The run ends as failed. */
export class StepFailure extends Error {
  readonly step: CompiledStep;
  readonly path: string;
  readonly startedAt: Date;
  /** The input without secrets. Undefined if rendering failed. */
  readonly shownInput: unknown;
  /** True if two writers wanted the same unique value at the same time, so another attempt may succeed. */
  readonly isRace: boolean;
  /** Set only for a step that made outbound calls: its attempts and its last response. */
  readonly left: FailureLeft | undefined;

  constructor(
    message: string,
    at: Pick<StepFailure, 'step' | 'path' | 'startedAt' | 'shownInput' | 'isRace'> & { left?: FailureLeft },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.step = at.step;
    this.path = at.path;
    this.startedAt = at.startedAt;
    this.shownInput = at.shownInput;
    this.isRace = at.isRace;
    this.left = at.left;
  }
}

/** Thrown if the run has ended or belongs to another worker, so this worker must not write. */
export class FencePassed extends Error {}

/**
 * Thrown if the run's authority (its owner, their permissions, the secrets, or the workspace's suspension)
 * has changed since the run was read. Nothing was written, and the run must be read again.
 */
export class AuthorityChanged extends Error {}

export type Boundary =
  | { readonly kind: 'end'; readonly status: 'succeeded' | 'failed'; readonly message?: string }
  | { readonly kind: 'wait'; readonly until: Date }
  /** The next step makes an outbound call, and the steps before it are stored now. */
  | { readonly kind: 'call'; readonly path: string; readonly at: string; readonly call: OutsideCall }
  /** The transaction has reached its limit, but more steps follow. */
  | { readonly kind: 'more' };
