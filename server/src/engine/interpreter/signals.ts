import type { StepAttempt } from '../../core/runs/index.ts';
import type { CompiledStep } from '../../core/workflows/index.ts';
import type { OutsideCall } from './calls/outside-call.ts';

interface FailureLeft {
  readonly attempts: readonly StepAttempt[];
  readonly output: unknown;
  readonly shownOutput: unknown;
}

/** A step that cannot be done, for a reason that lies with the workflow or its data. It ends the run as failed. */
export class StepFailure extends Error {
  readonly step: CompiledStep;
  readonly path: string;
  readonly startedAt: Date;
  /** What it worked with, as it is shown; undefined when not even that could be made. */
  readonly shownInput: unknown;
  /** Whether another attempt may pass: two writers wanted one unique value at the same moment. */
  readonly isRace: boolean;
  /** Of a step that called outside: its attempts, and what it got in the end. */
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

/** The run belongs to somebody else by now, or has ended: whoever finds that has nothing more to write. */
export class FencePassed extends Error {}

/** What the run may act with has changed since it was read: nothing was written, and the run has to be read again. */
export class AuthorityChanged extends Error {}

/** Where a walk over the steps came to its end. */
export type Boundary =
  | { readonly kind: 'end'; readonly status: 'succeeded' | 'failed'; readonly message?: string }
  | { readonly kind: 'wait'; readonly until: Date }
  /** Something outside is to be called, now that what led there is stored. */
  | { readonly kind: 'call'; readonly path: string; readonly at: string; readonly call: OutsideCall }
  /** The transaction has its share; more is to come. */
  | { readonly kind: 'more' };
