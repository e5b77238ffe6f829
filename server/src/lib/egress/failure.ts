/**
 * Why a call to the outside gave no answer.
 * - `refused`: our own rules forbid it, and nothing was sent to where they forbid; trying again changes nothing.
 * - `unreachable`: no answer came, or it broke off; another attempt may get one.
 * - `unusable`: an answer came that is beyond what we take in; the next one would be too.
 */
export type EgressFailureKind = 'refused' | 'unreachable' | 'unusable';

/** A call that gave no answer. The message is for whoever made the call; it holds nothing of what was sent or received. */
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
