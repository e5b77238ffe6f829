/** IDs, statuses, and the names of routes and steps. Never a URL, a header, a body or an error message. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanParams {
  readonly name: string;
  /** OpenTelemetry's span kind. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  /** A `traceparent` (W3C Trace Context). If it is missing or invalid, a new trace starts. */
  readonly parent: string | undefined;
  readonly startedAt?: Date | undefined;
  readonly attributes?: SpanAttributes;
}

export interface SpanEnd {
  readonly name?: string;
  readonly endedAt?: Date | undefined;
  readonly isFailed?: boolean;
  readonly attributes?: SpanAttributes;
}

export interface OpenSpan {
  /** The `traceparent` to send to the next service as its parent. */
  readonly traceparent: string;
  end(result?: SpanEnd): void;
}

/**
 * Creates spans. The trace context is passed explicitly as a string, because it crosses the database and the
 * network that way.
 */
export interface Tracing {
  start(params: SpanParams): OpenSpan;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
