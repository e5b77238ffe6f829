/**
 * The kind of failure. The first line of the type lists the API's own codes for rejected credentials. OAuth
 * error codes that aren't listed here are passed through.
 */
export type HarkErrorCode =
  | ('invalid_grant' | 'invalid_token' | 'api_key_disabled' | 'access_denied')
  | ('invalid' | 'forbidden' | 'not_found' | 'conflict' | 'cursor_expired' | 'key_reused' | 'rate_limited')
  | ('fault' | 'unavailable' | 'network' | 'timeout')
  | ('not_reached' | 'redirected' | 'bad_answer' | 'aborted')
  | ('listener_refused' | 'workflow_failed')
  | (string & Record<never, never>);

/** All properties of a failure except its message. */
export interface Failure {
  readonly code: HarkErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly isRetryable?: boolean;
  readonly runId?: string | undefined;
  readonly cause?: unknown;
}

/** The only error that this package throws for network and server failures. */
export class HarkError extends Error {
  override readonly name = 'HarkError';
  /** The HTTP status. Undefined if there was no response. */
  readonly status: number | undefined;
  readonly code: HarkErrorCode;
  /** The response's `X-Request-Id`. Your administrator can use it to find the cause in the log. */
  readonly requestId: string | undefined;
  /** How many seconds the server asked to wait before retrying. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the same call may succeed later. The client has already retried it as configured in `retry`. */
  readonly isRetryable: boolean;
  /** The run that a listener request started, if its workflow failed. */
  readonly runId: string | undefined;

  constructor(message: string, failure: Failure) {
    super(message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.status = failure.status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.isRetryable = failure.isRetryable ?? false;
    this.runId = failure.runId;
  }
}
