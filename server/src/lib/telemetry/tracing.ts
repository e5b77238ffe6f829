/** What is told of a span. Ids, names of routes and steps, statuses: never a URL, a header, a body or an error's text. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanParams {
  readonly name: string;
  /** Who waits for whom: a server and its caller, a consumer and whoever left it something, a client and its server. */
  readonly kind: 'server' | 'consumer' | 'client' | 'internal';
  /** A `traceparent` (W3C Trace Context); without one, or with one that cannot be read, a trace begins here. */
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

/** A span that has begun. */
export interface OpenSpan {
  /** What whoever is called next gets as its parent. */
  readonly traceparent: string;
  end(result?: SpanEnd): void;
}

/**
 * Where spans go. The context travels by hand, as one text, because that is how it crosses the database and the network anyway: so nothing
 * has to be hooked into Node, and who is given none does nothing.
 */
export interface Tracing {
  start(wish: SpanParams): OpenSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}
