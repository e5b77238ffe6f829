import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Secret } from '../crypto/secret.ts';
import type { OpenSpan, SpanParams, Tracing } from './tracing.ts';

const exportTimeoutMs = 5_000;
const closeTimeoutMs = 3_000;

const kinds = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

export interface OtlpSettings {
  /** The collector's base URL. Spans are sent to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly headers: ReadonlyMap<string, Secret>;
  readonly service: string;
  readonly version: string;
  /** The sampling ratio for traces that start here. For other traces, the caller's decision applies. */
  readonly ratio: number;
}

/** Creates tracing that sends spans in the background. If the collector is down, only spans are lost. */
export function createOtlpTracing(settings: OtlpSettings): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries([...settings.headers].map(([name, value]) => [name, value.reveal()])),
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.service,
      'service.version': settings.version,
      'process.pid': process.pid,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('hark', settings.version);
  return {
    start({ name, kind, parent, startedAt, attributes }: SpanParams): OpenSpan {
      const remote = readTraceparent(parent);
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], ...(startedAt && { startTime: startedAt }), ...(attributes && { attributes }) },
        remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT,
      );
      return {
        traceparent: writeTraceparent(span.spanContext()),
        end({ name: better, endedAt, isFailed = false, attributes: more } = {}) {
          if (better !== undefined) span.updateName(better);
          if (more) span.setAttributes(more);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end(endedAt);
        },
      };
    },
    async close() {
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, closeTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), deadline]);
    },
  };
}

/** Parses a W3C Trace Context header, level 1: version 00, or a later version that starts the same way. */
function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;
