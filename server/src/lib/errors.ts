import { shown } from './shown.ts';

/**
 * The kinds of errors. They don't include an HTTP status: surfaces send different statuses for the same error,
 * so each surface has its own table.
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

/** An error that a surface may show. `message` is public; `cause` is only logged. */
export class HarkError extends Error {
  readonly kind: ErrorKind;
  /** A stable snake_case code for programs and documentation. */
  readonly code: string;
  /** The field, body key or parameter that the message is about. It may be text from the caller. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options: { cause?: unknown; field?: string | undefined; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HarkError';
    this.kind = kind;
    this.code = code;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The request or file is wrong. The message names the location and explains what would be valid. */
export const invalid = (code: string, message: string) => new HarkError('invalid', code, message);

/** One value is wrong. The message starts with its name. */
export const invalidField = (code: string, field: string, problem: string) =>
  new HarkError('invalid', code, `${shown(field)}: ${problem}`, { field });

export const conflict = (code: string, message: string, field?: string) =>
  new HarkError('conflict', code, message, { field });

/** The record doesn't exist, or the caller can't see it (spec/rest-api §3.2). */
export const notFound = () => new HarkError('not-found', 'not_found', 'Item was not found.');

/** A dependency doesn't respond; the caller may retry. */
export const unavailable = (code: string, message: string, cause?: unknown) =>
  new HarkError('unavailable', code, message, { cause, retryAfterSeconds: 1 });

/** A bug or a configuration error. The message tells the operator what to do. */
export const fault = (code: string, message: string, cause?: unknown) =>
  new HarkError('fault', code, message, { cause });

/** Whether a dependency was down, so a later retry may succeed. */
export const isOutage = (error: unknown): error is HarkError =>
  error instanceof HarkError && error.kind === 'unavailable';

/**
 * Whether Hark rejected the request on purpose. After a fault or an outage, by contrast, the outcome is
 * unknown.
 */
export const isRefusal = (error: unknown): error is HarkError =>
  error instanceof HarkError && error.kind !== 'fault' && !isOutage(error);

/** Returns the message without the name of the field that it starts with, for forms that show it next to the field. */
export function withoutField({ field, message }: HarkError): string {
  const prefix = field === undefined ? '' : `${shown(field)}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
