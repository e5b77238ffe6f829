/** Ids, names of routes and steps, statuses: never a URL, a header, a body or an error's text. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanParams {
  readonly name: string;
  /** OpenTelemetry's span kind. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  /** A `traceparent` (W3C Trace Context); without a valid one, a new trace starts. */
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
  /** Sent to the next callee as its parent. */
  readonly traceparent: string;
  end(result?: SpanEnd): void;
}

/** The trace context is passed explicitly as a string, because it crosses database and network that way. */
export interface Tracing {
  start(wish: SpanParams): OpenSpan;
  /** Flushes remaining spans. */
  close(): Promise<void>;
}
