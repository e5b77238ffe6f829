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
  /** Without secrets; undefined if rendering failed. */
  readonly shownInput: unknown;
  /** Two writers wanted one unique value at the same moment, so another attempt may succeed. */
  readonly isRace: boolean;
  /** Only of a step that called outside: its attempts, and its last response. */
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

/** The run has ended or belongs to another worker: this one must not write. */
export class FencePassed extends Error {}

/** The run's authority has changed since it was read: nothing was written, and the run must be read again. */
export class AuthorityChanged extends Error {}

export type Boundary =
  | { readonly kind: 'end'; readonly status: 'succeeded' | 'failed'; readonly message?: string }
  | { readonly kind: 'wait'; readonly until: Date }
  /** Make an outside call, now that the steps before it are stored. */
  | { readonly kind: 'call'; readonly path: string; readonly at: string; readonly call: OutsideCall }
  /** The transaction is full; more steps follow. */
  | { readonly kind: 'more' };
