/**
 * What went wrong, without an HTTP status: surfaces send different statuses for the same error, so each has
 * its own table.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-many'
  | 'unavailable'
  | 'fault';

/** An error that a surface may show: `message` is public, `cause` goes to the log only. */
export class HarkError extends Error {
  readonly kind: ErrorKind;
  /** Stable name for programs and documentation, in snake_case. */
  readonly code: string;
  /** Seconds after which trying again makes sense; only for `too-many` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HarkError';
    this.kind = kind;
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The request or file is wrong; the message names the place and what would be right. */
export const invalid = (code: string, message: string) => new HarkError('invalid', code, message);

/** It clashes with what is there already. */
export const conflict = (code: string, message: string) => new HarkError('conflict', code, message);

/** Something that the service needs does not answer; the caller may try again. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new HarkError('unavailable', code, message, { cause, retryAfterSeconds: 1 });

/** A mistake in the service or its set-up; the message tells the operator what to do. */
export const fault = (code: string, message: string, cause?: unknown) =>
  new HarkError('fault', code, message, { cause });

/** Whether something that Hark needs was down, so that trying again later makes sense. */
export const isOutage = (error: unknown): error is HarkError =>
  error instanceof HarkError && error.kind === 'unavailable';

/** Whether Hark said no on purpose. After a fault or an outage the outcome is unknown instead. */
export const isRefusal = (error: unknown): error is HarkError =>
  error instanceof HarkError && error.kind !== 'fault' && !isOutage(error);

/** The text of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
