/**
 * Why an outbound request got no usable response.
 * - `refused`: our rules forbid it, and nothing was sent to the forbidden host; a retry doesn't help.
 * - `unreachable`: no complete response arrived; a retry may help.
 * - `unusable`: the response exceeds our limits; a retry doesn't help.
 */
type EgressFailureKind = 'refused' | 'unreachable' | 'unusable';

/**
 * Thrown if an outbound request got no usable response. The message contains nothing that was sent or
 * received.
 */
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
