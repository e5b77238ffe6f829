/** Without HTTP status: surfaces send different statuses for the same error, so each has its own table. */
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
  /** Stable, for programs and documentation, in snake_case. */
  readonly code: string;
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

/** The request or file is wrong; the message names the location and what would be right. */
export const invalid = (code: string, message: string) => new HarkError('invalid', code, message);

export const conflict = (code: string, message: string) => new HarkError('conflict', code, message);

/** A dependency doesn't respond; the caller may retry. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new HarkError('unavailable', code, message, { cause, retryAfterSeconds: 1 });

/** A bug or a configuration error; the message says what the operator can do. */
export const fault = (code: string, message: string, cause?: unknown) =>
  new HarkError('fault', code, message, { cause });

/** Whether a dependency was down, so that a later retry makes sense. */
export const isOutage = (error: unknown): error is HarkError =>
  error instanceof HarkError && error.kind === 'unavailable';

/** Hark rejected the request on purpose. After a fault or an outage the outcome is unknown instead. */
export const isRefusal = (error: unknown): error is HarkError =>
  error instanceof HarkError && error.kind !== 'fault' && !isOutage(error);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
