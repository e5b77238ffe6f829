/**
 * The kind of failure: the code that the API sends (spec/rest-api §3.5), or one of the client's own. Codes that aren't
 * listed here are passed through. The items of a batch have the code of their status, such as `invalid` for 400.
 */
export type HarkErrorCode =
  | ('invalid_grant' | 'invalid_token' | 'api_key_disabled' | 'access_denied')
  | ('duplicate' | 'required' | 'unknown_field' | 'invalid_value' | 'read_only' | 'invalid_filter')
  | ('no_match_field' | 'ambiguous_match' | 'invalid_body' | 'invalid_request' | 'invalid')
  | ('forbidden' | 'not_found' | 'unknown_route' | 'method_not_allowed' | 'cursor_expired' | 'rate_limited')
  | ('in_flight' | 'concurrent_change' | 'key_reused')
  | ('in_use' | 'already_decided' | 'already_retried' | 'not_retriable' | 'calls_would_repeat' | 'run_ended')
  | ('switched_off' | 'not_published' | 'own_account' | 'last_administrator' | 'conflict')
  | ('fault' | 'unavailable' | 'network' | 'timeout')
  | ('not_reached' | 'redirected' | 'bad_answer' | 'aborted')
  | ('listener_refused' | 'workflow_failed')
  | (string & Record<never, never>);

/** All properties of a failure except its message. */
export interface Failure {
  readonly code: HarkErrorCode;
  readonly status?: number | undefined;
  readonly field?: string | undefined;
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
  /** The field, body key or query parameter that the message is about. */
  readonly field: string | undefined;
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
    this.field = failure.field;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.isRetryable = failure.isRetryable ?? false;
    this.runId = failure.runId;
  }
}
