import type { CompiledStep } from '../../core/workflows/index.ts';

/** A step that cannot be done, for a reason that lies with the workflow or its data. It ends the run as failed. */
export class StepFailure extends Error {
  readonly step: CompiledStep;
  readonly path: string;
  readonly startedAt: Date;
  /** What it worked with, as it is shown; undefined when not even that could be made. */
  readonly shownInput: unknown;
  /** Whether another attempt may pass: two writers wanted one unique value at the same moment. */
  readonly isRace: boolean;

  constructor(
    message: string,
    at: Pick<StepFailure, 'step' | 'path' | 'startedAt' | 'shownInput' | 'isRace'>,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.step = at.step;
    this.path = at.path;
    this.startedAt = at.startedAt;
    this.shownInput = at.shownInput;
    this.isRace = at.isRace;
  }
}

/** The run belongs to somebody else by now, or has ended: whoever finds that has nothing more to write. */
export class FencePassed extends Error {}

/** Where a walk over the steps came to its end. */
export type Boundary =
  | { readonly kind: 'end'; readonly status: 'succeeded' | 'failed'; readonly message?: string }
  | { readonly kind: 'wait'; readonly until: Date }
  /** The transaction has its share; more is to come. */
  | { readonly kind: 'more' };
