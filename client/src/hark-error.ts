/**
 * What went wrong, in one word. The first line is the API's own words for a refused credential; a word of an OAuth refusal that is
 * not listed here is passed on as it came.
 */
export type HarkErrorCode =
  | ('invalid_grant' | 'invalid_token' | 'api_key_disabled' | 'access_denied')
  | ('invalid' | 'forbidden' | 'not_found' | 'conflict' | 'key_reused' | 'rate_limited')
  | ('fault' | 'unavailable' | 'network' | 'timeout')
  | ('not_reached' | 'redirected' | 'bad_answer' | 'aborted')
  | ('listener_refused' | 'workflow_failed')
  | (string & Record<never, never>);

/** Everything about a failure but its message. */
export interface Failure {
  readonly code: HarkErrorCode;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly isRetryable?: boolean;
  readonly runId?: string | undefined;
  readonly cause?: unknown;
}

/** The one error that this package throws for what happens on the way or at the server. */
export class HarkError extends Error {
  override readonly name = 'HarkError';
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  readonly code: HarkErrorCode;
  /** The `X-Request-Id` of the answer: it leads your administrator to the cause in the log. */
  readonly requestId: string | undefined;
  /** How long the server asked to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the same call may succeed later. It was already repeated as often as `retry` says. */
  readonly isRetryable: boolean;
  /** The run that a listener started, when it is the workflow that failed. */
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
