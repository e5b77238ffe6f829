/**
 * Why an outside call got no response.
 * - `refused`: our rules forbid it, and nothing was sent to the forbidden host; a retry doesn't help.
 * - `unreachable`: no response arrived, or it broke off; a retry may help.
 * - `unusable`: the response exceeds our limits; a retry doesn't help.
 */
type EgressFailureKind = 'refused' | 'unreachable' | 'unusable';

/** The message contains nothing that was sent or received. */
export class EgressFailure extends Error {
  readonly kind: EgressFailureKind;

  constructor(kind: EgressFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export const refused = (message: string) => new EgressFailure('refused', message);
export const unusable = (message: string) => new EgressFailure('unusable', message);
export const unreachable = (message: string, cause?: unknown) =>
  new EgressFailure('unreachable', message, cause);
