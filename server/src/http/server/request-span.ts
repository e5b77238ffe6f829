import type { IncomingMessage } from 'node:http';
import type { OpenSpan, SpanEnd, Tracing } from '../../lib/telemetry/tracing.ts';

/** The open span of each request. Empty if tracing is off. */
const spans = new WeakMap<IncomingMessage, OpenSpan>();

/** Starts a span for a request, in its sender's trace. */
export function openRequestSpan(tracing: Tracing | undefined, request: IncomingMessage): void {
  if (!tracing) return;
  const { traceparent } = request.headers;
  const parent = typeof traceparent === 'string' ? traceparent : undefined;
  spans.set(request, tracing.start({ name: request.method ?? 'HTTP', kind: 'server', parent }));
}

/** Returns the traceparent for work that the request causes. Undefined if tracing is off. */
export const traceOf = (request: IncomingMessage): string | undefined => spans.get(request)?.traceparent;

export function endRequestSpan(request: IncomingMessage, result: () => SpanEnd): void {
  spans.get(request)?.end(result());
}
